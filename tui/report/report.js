"use strict";
for (const run of document.querySelectorAll(".run")) {
  const steps = [...run.querySelectorAll(".step")];
  if (steps.length < 2) continue;
  const bar = run.querySelector(".steps");
  let now = 0;
  const show = (number) => {
    now = Math.max(0, Math.min(steps.length - 1, number));
    steps.forEach((step, place) => { step.hidden = place !== now; });
    buttons.forEach((button, place) => {
      if (place === now) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  };
  const add = (text, label, act) => {
    const button = document.createElement("button");
    button.textContent = text;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", act);
    bar.append(button);
    return button;
  };
  add("←", "Step before", () => show(now - 1));
  const buttons = steps.map((_, place) => add(String(place + 1), `Step ${place + 1}`, () => show(place)));
  add("→", "Next step", () => show(now + 1));
  run.addEventListener("step", (event) => show(now + event.detail));
  show(0);
}
const nearest = () => [...document.querySelectorAll(".run")].find(
  (run) => run.getBoundingClientRect().bottom > window.innerHeight / 3);
document.addEventListener("keydown", (event) => {
  const by = { ArrowRight: 1, ArrowLeft: -1, j: 1, k: -1 }[event.key];
  const run = nearest();
  if (by && run) run.dispatchEvent(new CustomEvent("step", { detail: by }));
});
