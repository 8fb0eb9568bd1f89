// Runs a task and prints what happens. The stubs are made from the .proto files when it starts.
//
//   npm install
//   node run_a_task.js 127.0.0.1:7777 POLICY "turn on wi-fi" phoneworld://
//
// A token is read from PHONEBUDDY_TOKEN. A question of the guard's is answered with no.

import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import grpc from "@grpc/grpc-js";
import protoLoader from "@grpc/proto-loader";

const PROTO = fileURLToPath(new URL("../../proto", import.meta.url));
const [address = "127.0.0.1:7777", policy = "demo", goal = "turn on wi-fi", device = "phoneworld://"] =
  process.argv.slice(2);

const definition = protoLoader.loadSync("phonebuddy/v1/agent_service.proto", {
  includeDirs: [PROTO],
  keepCase: true, // names as in the .proto files
  enums: String,
  longs: String,
  oneofs: true,
});
const { AgentService } = grpc.loadPackageDefinition(definition).phonebuddy.v1;
const agent = new AgentService(address, grpc.credentials.createInsecure(), {
  "grpc.max_receive_message_length": 32 * 1024 * 1024,
});

const metadata = new grpc.Metadata();
if (process.env.PHONEBUDDY_TOKEN) {
  metadata.set("authorization", `Bearer ${process.env.PHONEBUDDY_TOKEN}`);
}

function call(method, request) {
  return new Promise((resolve, reject) => {
    agent[method](request, metadata, (error, reply) => (error ? reject(error) : resolve(reply)));
  });
}

async function main() {
  const { run } = await call("StartRun", { goal, device, policy, idempotency_key: randomUUID() });
  console.log(`run ${run.id}`);
  for await (const { event } of agent.WatchRun({ run_id: run.id }, metadata)) {
    const about = event[event.happening];
    console.log(event.sequence, event.happening, about.words || about.state || "");
    if (event.happening === "asked") {
      const question = about.question;
      console.log(`  ${question.text}: denied`);
      const response = { choice: "CHOICE_DENY" };
      await call("Respond", { run_id: run.id, question_id: question.id, response });
    }
  }
  const ended = (await call("GetRun", { run_id: run.id })).run;
  console.log(ended.state, ended.outcome?.text ?? "");
}

main().then(
  () => agent.close(),
  (error) => {
    // The reason that a program can act on is a google.rpc.ErrorInfo in the trailing metadata.
    console.error(`${grpc.status[error.code] ?? "error"}: ${error.details ?? error}`);
    process.exitCode = 1;
    agent.close();
  },
);
