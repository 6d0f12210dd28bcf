#!/bin/sh
#SBATCH --nodes=8 --ntasks-per-node=1 --cpus-per-task=32 --mem=0 --time=24:00:00 --requeue
# sbatch bulk-slurm.sh /scratch/cc-news /scratch/articles
# The scheduler and the command run on the first node, a worker for each core on all of them.
address=tcp://$(hostname):8786
started=$2.$SLURM_JOB_ID.json
dask scheduler --port 8786 --scheduler-file "$started" &
until [ -s "$started" ]; do sleep 1; done
srun --cpus-per-task="$SLURM_CPUS_PER_TASK" \
  dask worker "$address" --nworkers "$SLURM_CPUS_PER_TASK" --nthreads 1 --local-directory "${TMPDIR:-/tmp}" &
newsloom bulk "$1" --output "$2" --scheduler "$address"
