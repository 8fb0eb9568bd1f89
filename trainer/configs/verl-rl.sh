#!/usr/bin/env bash
# RL of a policy on many GPUs and machines with verl, in verl's own environment (docs/scaling.md). From the
# folder in which verl-agent.yaml's paths hold, on the machine where Ray's head runs:
#
#     python -m trainer.scaling.verl_tasks --config trainer/configs/rl-large.toml --mock --out work/tasks.jsonl
#     python -m trainer.scaling.verl_tasks --config trainer/configs/rl-large.toml --mock --validation \
#         --out work/validation.jsonl
#     NODES=2 GPUS=8 bash trainer/configs/verl-rl.sh work/sft/model work/tasks.jsonl work/validation.jsonl
#
# More words are given to verl as they are and override what is here. Group size, clip and KL are those of
# rl-large.toml; verl's advantages are per try, not merged over equal steps as `trainer rl` has them.
set -euo pipefail
model=$1 tasks=$2 validation=$3
shift 3

overrides=(
  algorithm.adv_estimator=grpo
  data.train_files="$tasks"
  data.val_files="$validation"
  data.train_batch_size=64
  data.max_prompt_length=8192
  data.max_response_length=256
  actor_rollout_ref.model.path="$model"
  actor_rollout_ref.actor.strategy=fsdp2
  actor_rollout_ref.actor.optim.lr=1e-6
  actor_rollout_ref.actor.ppo_mini_batch_size=64
  actor_rollout_ref.actor.use_dynamic_bsz=true
  actor_rollout_ref.actor.clip_ratio_low=0.2
  actor_rollout_ref.actor.clip_ratio_high=0.28
  actor_rollout_ref.actor.use_kl_loss=true
  actor_rollout_ref.actor.kl_loss_coef=0.01
  actor_rollout_ref.rollout.name=vllm
  actor_rollout_ref.rollout.n=8
  actor_rollout_ref.rollout.tensor_model_parallel_size=1
  actor_rollout_ref.rollout.agent.agent_loop_config_path=trainer/configs/verl-agent.yaml
  actor_rollout_ref.rollout.agent.default_agent_loop=phonebuddy
  trainer.nnodes="${NODES:-1}"
  trainer.n_gpus_per_node="${GPUS:-8}"
  trainer.val_before_train=false
  trainer.test_freq=-1
  trainer.project_name=phonebuddy
  trainer.experiment_name=rl
)
exec "${PYTHON:-python}" -m verl.trainer.main_ppo "${overrides[@]}" "$@"
