// The phone beside the terminal: draws the pictures that come, and tells of touches on them.
// Keys are the terminal's: while the phone is the person's, the screens pass them on to it.
"use strict";

const phone = document.querySelector("#phone");
const canvas = document.querySelector("#screen");
const pen = canvas.getContext("2d");
const problem = document.querySelector("#phone-problem");
const WHEEL_PX = 60;
const WHEEL_PAUSE_MS = 250;

let socket = null;
let state = { shown: false, yours: false, live: false, touches: [], aims: [] };
let picture = null;
let press = null;

// Whoever loads the page anew gets a key of their own.
document.querySelector("#again").addEventListener("click", () => location.reload());

const keys = () => document.querySelector(".xterm-helper-textarea")?.focus();
// Keys reach the screens without a click before; and only when the terminal is open is there a phone.
new MutationObserver(() => {
  keys();
  if (document.body.classList.contains("-loaded") && socket === null) connect();
}).observe(document.body, { attributeFilter: ["class"] });
// The terminal's script fits the terminal when the window changes, not when the phone comes or goes.
new ResizeObserver(() => window.onresize?.()).observe(document.querySelector("#terminal"));

function connect() {
  socket = new WebSocket(phone.dataset.address);
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", async ({ data }) => {
    if (typeof data === "string") {
      show(JSON.parse(data));
    } else {
      await take(data);
      tell({ do: "drawn" });
    }
  });
  socket.addEventListener("close", () => {
    if (!document.body.classList.contains("-closed")) setTimeout(connect, 1000);
  });
}

function tell(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function show(told) {
  state = { ...state, ...told };
  phone.hidden = !state.shown;
  phone.classList.toggle("yours", state.yours);
  document.querySelector("#phone-name").textContent = state.name ?? "";
  const taking = document.querySelector("#take-over");
  taking.hidden = !state.live && !state.yours;
  taking.textContent = state.yours ? "Hand back" : "Take over";
  document.querySelector("#phone footer").hidden = !state.yours;
  problem.hidden = !state.problem;
  problem.textContent = state.problem ?? "";
  canvas.title = state.live && !state.yours ? "Take over (F6) to touch the phone" : "";
  draw();
}

async function take(bytes) {
  try {
    const decoded = await createImageBitmap(new Blob([bytes]));
    picture?.close();
    picture = decoded;
  } catch {
    return; // The next one may do.
  }
  canvas.width = picture.width;
  canvas.height = picture.height;
  phone.style.setProperty("--ratio", picture.width / picture.height);
  draw();
}

function draw() {
  if (picture === null) return;
  pen.drawImage(picture, 0, 0);
  const across = canvas.width / (state.width || canvas.width);
  const down = canvas.height / (state.height || canvas.height);
  const places = (points) => (points ?? []).map(([x, y]) => [x * across, y * down]);
  mark(places(state.aims), "#ffa62b", true);
  mark(places(state.touches), "#ff005a", false);
  if (press) {
    const line = [press.start, press.end].map(([x, y]) => [
      (x * canvas.width) / 1000,
      (y * canvas.height) / 1000,
    ]);
    mark(line, "#ffffff", false);
  }
}

// Where the phone was touched (rings, joined by a line), or is about to be (broken rings).
function mark(points, colour, broken) {
  if (points.length === 0) return;
  const radius = canvas.width / 26;
  pen.strokeStyle = colour;
  pen.lineWidth = canvas.width / 90;
  pen.setLineDash(broken ? [radius / 2, radius / 3] : []);
  pen.beginPath();
  points.forEach(([x, y], n) => (n ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.stroke();
  for (const [x, y] of points) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.stroke();
  }
}

// In thousandths of the phone's screen.
function place(event) {
  const box = canvas.getBoundingClientRect();
  const share = (at, from, size) => Math.min(Math.max((1000 * (at - from)) / size, 0), 1000);
  return [share(event.clientX, box.left, box.width), share(event.clientY, box.top, box.height)];
}

canvas.addEventListener("pointerdown", (event) => {
  event.preventDefault();
  if (event.pointerType === "mouse") keys();
  if (!state.yours || press) return;
  canvas.setPointerCapture(event.pointerId);
  press = { id: event.pointerId, start: place(event), end: place(event), at: event.timeStamp };
  draw();
});
canvas.addEventListener("pointermove", (event) => {
  if (press?.id !== event.pointerId) return;
  press.end = place(event);
  draw();
});
canvas.addEventListener("pointerup", (event) => {
  if (press?.id !== event.pointerId) return;
  const { start, at } = press;
  press = null;
  draw();
  if (event.button === 2) tell({ do: "long_press", at: start });
  else {
    const held = Math.min((event.timeStamp - at) / 1000, 60);
    tell({ do: "touch", start, end: place(event), held_s: held });
  }
});
canvas.addEventListener("pointercancel", () => {
  press = null;
  draw();
});
canvas.addEventListener("contextmenu", (event) => event.preventDefault());

let turned = 0;
let wheeled = -WHEEL_PAUSE_MS;
canvas.addEventListener(
  "wheel",
  (event) => {
    if (!state.yours) return;
    event.preventDefault();
    turned += event.deltaY;
    if (Math.abs(turned) < WHEEL_PX || event.timeStamp - wheeled < WHEEL_PAUSE_MS) return;
    tell({ do: "wheel", at: place(event), down: turned > 0 });
    turned = 0;
    wheeled = event.timeStamp;
  },
  { passive: false },
);

for (const button of document.querySelectorAll("button[data-do]")) {
  button.addEventListener("click", () => {
    tell({ do: button.dataset.do, name: button.dataset.name });
    if (!matchMedia("(pointer: coarse)").matches) keys();
  });
}
document.querySelector("#type").addEventListener("click", keys);
