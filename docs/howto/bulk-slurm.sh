#!/bin/sh
#SBATCH --nodes=8 --ntasks-per-node=1 --cpus-per-task=32 --mem=0 --time=24:00:00 --requeue
# sbatch bulk-slurm.sh /scratch/cc-news /scratch/articles
# The scheduler and the command run on the first node, a worker for each core on all of them.
export DASK_LOGGING__DISTRIBUTED=warning
started=$2.$SLURM_JOB_ID.json
rm -f "$started"
dask scheduler --host "$(hostname)" --port 0 --scheduler-file "$started" &
scheduler=$!
trap 'kill $scheduler; rm -f "$started"' EXIT
trap 'exit 1' TERM
until [ -s "$started" ]; do sleep 1; done
address=$(sed -n 's/.*"address": "\([^"]*\)".*/\1/p' "$started" | head -n 1)
# Without workers nothing would be done until the time is up.
{
  srun --cpus-per-task="$SLURM_CPUS_PER_TASK" \
    dask worker "$address" --nworkers "$SLURM_CPUS_PER_TASK" --nthreads 1 --local-directory "${TMPDIR:-/tmp}"
  kill $$
} &
newsloom bulk "$1" --output "$2" --scheduler "$address" &
wait $!
