#!/bin/sh
# The runtime from the command line, with grpcurl (https://github.com/fullstorydev/grpcurl).
#
#   examples/grpcurl.sh 127.0.0.1:7777 POLICY
#
# The server tells by reflection which services there are, so no .proto file is needed. On other
# addresses than loopback leave -plaintext out, and give -cacert FILE and the token:
#   -H "authorization: Bearer $PHONEBUDDY_TOKEN"
set -eu

address=${1:-127.0.0.1:7777}
policy=${2:-demo}

ask() {
    grpcurl -plaintext -max-msg-sz 33554432 "$@"
}

# Which services there are, and what a request looks like.
ask "$address" list
ask "$address" describe phonebuddy.v1.StartRunRequest

# Is it well?
ask -d '{"service": "phonebuddy.v1.AgentService"}' "$address" grpc.health.v1.Health/Check

# Which policies and phones there are.
ask -d '{}' "$address" phonebuddy.v1.PolicyService/ListPolicies
ask -d '{}' "$address" phonebuddy.v1.DeviceService/ListDevices

# Look at a phone.
ask -d '{"device": "phoneworld://?seed=7"}' "$address" phonebuddy.v1.DeviceService/Observe

# Start a run. The same key gives the same run, however often this is sent.
run=$(ask -d '{"goal": "open the settings", "device": "phoneworld://?seed=7", "policy": "'"$policy"'",
    "limits": {"steps": 20}, "when_busy": "WHEN_BUSY_REFUSE", "idempotency_key": "example-'"$$"'"}' \
    "$address" phonebuddy.v1.AgentService/StartRun | sed -n 's/^ *"id": "\(.*\)",*$/\1/p' | head -n 1)

# Watch it until it has ended. After a broken connection, go on from the last number that was seen.
ask -d '{"run_id": "'"$run"'", "after_sequence": 0}' "$address" phonebuddy.v1.AgentService/WatchRun

# If it asks: {"choice": "CHOICE_APPROVE"}, "CHOICE_DENY", or "CHOICE_ANSWER" with a text.
#   ask -d '{"run_id": "...", "question_id": "...", "response": {"choice": "CHOICE_APPROVE"}}' \
#       "$address" phonebuddy.v1.AgentService/Respond

# How it ended, and its steps.
ask -d '{"run_id": "'"$run"'"}' "$address" phonebuddy.v1.AgentService/GetRun
ask -d '{"run_id": "'"$run"'", "page_size": 5}' "$address" phonebuddy.v1.AgentService/ListSteps
