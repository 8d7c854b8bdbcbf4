import { JobFailure, type Work } from "./job-book.ts";
import { createSnapshot } from "./snapshot-work.ts";
import type { ClusterState } from "./state.ts";

const HOUR = 3_600_000;

/** A day of history, and two jobs that still run: one ends within the hour, one only tomorrow. */
export function makeJobs(state: ClusterState, born: number): void {
  const past = (type: string, path: string, ago: number, work: Partial<Work>) =>
    state.jobs.submit(
      { type, url: `/mgmt/v2${path}`, data: {} },
      { commands: [], seconds: 12, act: () => [], ...work, certain: true },
      born - ago,
    );
  past("POST", "/filesystems/fs1/snapshots", 26 * HOUR, {
    commands: ["mmcrsnapshot 'fs1' 'weekly'"],
    progress: ["(1/1) Creating snapshot"],
    act: () => ["EFSSG0019I The snapshot weekly has been successfully created."],
  });
  past("DELETE", "/filesystems/fs1/filesets/old-home", 5 * HOUR, {
    commands: ["mmdelfileset 'fs1' 'old-home'"],
    progress: ["(1/1) Deleting fileset"],
    act: () => {
      throw new JobFailure(
        "EFSSG0466C File set old-home cannot be deleted: it is linked at /gpfs/fs1/old-home. Unlink it first.",
      );
    },
  });
  past("DELETE", "/filesystems/fs1/filesets/old-home/link", 4 * HOUR, {
    commands: ["mmunlinkfileset 'fs1' 'old-home'"],
    progress: ["(1/1) Unlinking fileset"],
    act: () => ["EFSSG0079I File set old-home successfully unlinked."],
  });
  past("PUT", "/filesystems/fs1", 0.5 * HOUR, {
    commands: ["mmrestripefs 'fs1' -b"],
    progress: [1, 2, 3, 4].map((step) => `(${step}/4) Rebalancing file system`),
    seconds: 30 * 3600,
    act: () => ["EFSSG0044I File system fs1 is balanced."],
  });
  past("POST", "/filesystems/fs2/filesets/exchange/snapshots", 60_000, {
    commands: ["mmcrsnapshot 'fs2' 'hourly' -j 'exchange'"],
    progress: ["(1/1) Creating snapshot"],
    seconds: 2400,
    act: (at) => {
      const filesystem = state.filesystems.get("fs2");
      if (!filesystem) throw new JobFailure("EFSSG0268C File system fs2 does not exist.");
      const wish = { filesetName: "exchange", name: "hourly", expires: undefined };
      return createSnapshot(state, filesystem, wish).act(at);
    },
  });
  state.jobs.settle(born);
}
