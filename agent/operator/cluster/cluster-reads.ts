import type { Card, Focus } from "../card.ts";
import { ending, given, once } from "../resolve.ts";
import { IT, type Slots, type SlotValue } from "../slots.ts";
import { listing } from "./listing.ts";

const summary: Card = {
  name: "summary",
  effect: "reads",
  examples: ["how is the cluster?"],
  heads: [
    "(how|what) (is|are|about) (the cluster|the storage|everything|it all|things|my cluster|our cluster|we|storage) [doing|going|looking|today|feeling]",
    "[<show>] [me|us] [an|a|the] [quick|short|general|cluster|health|brief|status] (overview|summary|status|health|dashboard|state|report) [report|summary|overview] [of|about|for|on] [(the cluster|the storage|everything|the whole cluster|my cluster|our cluster)]",
    "[<show>] [me] the cluster",
    "<cluster-status>",
    "is (everything|the cluster|all|it all|the storage|anything) (ok|okay|fine|healthy|alright|well|up|running|good|broken|wrong|all right|in order) [(with|on|in) (the cluster|the storage|our cluster|my cluster)]",
    "(what|how) is [the] (health|state|status) of (the cluster|the storage|everything)",
    "(what|which) [of the] (are|is) [the] [<number>] (largest|biggest|fullest|oldest) (<filesets>|<fileset>|<snapshots>|<snapshot>)",
    "(what|which) (<filesets>|<fileset>|<snapshots>|<snapshot>) (are|is|takes|take|uses|use) [up] [the] (largest|biggest|fullest|oldest|most space|most storage|most room|nearly full|almost full)",
    "[<show>] [me] [the|all the] [<number>] (largest|biggest|fullest|oldest) (<filesets>|<fileset>|<snapshots>|<snapshot>)",
    "(who|what) (has|holds|stores) [the] most (data|files)",
    "(who|what) (uses|takes|is using|eats) [up] [the] (most space|most storage|most|most room)",
    "summarise the cluster | summarize the cluster | cluster (status|health|overview|summary|report)",
    "(is|are) there (any|a) (problem|problems|trouble|alerts|warnings|errors|issues) [on|with|in] [the cluster]",
    "(what|which) [are|is|about] [the|these|those] (problem|problems|trouble|alerts|warnings|issues) [are there|do we have|has it|does it have] [on|with|in] [the cluster]",
    "<show> [me] [the|these|all] [<number>] (problem|problems|trouble|alerts|warnings|issues) [on|with|in|of] [the cluster]",
    "any (problem|problems|trouble|alerts|warnings|errors|issues)",
    "what is (up|going on|happening|wrong|new) [on|with|in] [the cluster]",
  ],
  about: {
    overview: 3,
    summary: 3,
    cluster: 1,
    health: 1,
    largest: 4,
    biggest: 4,
    fullest: 4,
    oldest: 4,
  },
  go: () => once("cluster_summary"),
};

const info: Card = {
  name: "version",
  effect: "reads",
  examples: ["which version does the cluster run?"],
  heads: [
    "(what|which) version [of] (does|is|are|do|has) (the cluster|it|this|we|the api|the storage|the software) [run|running|have|using|on]",
    "(what|which) [api|software|product|server] version (is this|is it|do we have|is running|is installed|is it running|is the cluster running|are we on)",
    "(what|which) version of (the api|the software|the product|scale|storage scale) (is|does|do) (running|installed|the cluster run|the cluster running|we run|it run|this)",
    "[<show>] [me] [the] [cluster|api|product|software|server] (version|versions|info|information|configuration|config|release|details) [of the cluster]",
    "what is the [api|cluster|software|product] (version|release|name|id) [of the cluster]",
    "what is the (cluster's|cluster) (name|id|version)",
    "what is the name of the cluster",
    "what is the cluster called",
    "about the cluster",
  ],
  about: { version: 3, release: 3 },
  go: () => once("cluster_info"),
};

const nodes: Card = {
  name: "nodes",
  effect: "reads",
  examples: ["list the nodes and their health"],
  heads: [
    ...listing("<nodes>"),
    ...listing("{classes=true} <node> classes"),
    ...listing("{classes=true} nodeclasses"),
    "(what|which) [of the] <nodes> (are|is) (down|up|unhealthy|healthy|broken|degraded|failing|failed|ok|offline|online|in trouble)",
    "(are|is) [all] [of] [the|our] <nodes> (up|healthy|ok|okay|running|fine|down|online)",
    "how (are|is) [all] the <nodes> [doing]",
    "[<show>] [me] [the] <node> (health|status|states)",
    "[<show>] [me] [the] (health|status|state) of [all] [the] <nodes>",
    "(how|what) is the (health|status|state) of [all] [the] <nodes>",
    "(is|how is|what about) [the] <node> {node:name} [doing|healthy|ok|okay|up|down|fine|alive|running|online]",
    "<show> [me] [the] [health of|status of|state of] [the] <node> [<called>] {node:name}",
    "tell me about [the] <node> [<called>] {node:name}",
    "(how|what) is the (health|status|state) of [the] <node> {node:name}",
  ],
  adjuncts: ["(and|with) [their] (health|status|state|states)", "in (the|this) cluster"],
  about: { nodes: 3, node: 2 },
  go: (slots) => once("node_list", given({ node: slots.node, classes: slots.classes })),
};

const RUNNING = "{status=running} (running|active|current|ongoing|open)";
const FAILED = "{status=failed} (failed|broken|failing|unsuccessful)";
const DONE = "{status=completed} (completed|finished|done|successful)";
const jobs: Card = {
  name: "jobs",
  effect: "reads",
  examples: ["which jobs are running?", "show the failed jobs"],
  heads: [
    ...listing("<jobs>"),
    ...[RUNNING, FAILED, DONE].flatMap((state) => listing(`${state} <jobs>`)),
    "(what|which) [of the] <jobs> (are|is|have|were) [still|currently] {status=running} (running|active|ongoing|in progress|going on)",
    "(what|which) [of the] <jobs> [have|has|are|were] {status=failed} (failed|broken)",
    "(what|which) [of the] <jobs> [have|has|are|were] {status=completed} (completed|finished|done)",
    "(are|is) [there] [any|some|a] (<jobs>|<job>) {status=running} [still|currently] (running|active|ongoing|in progress)",
    "(did|have|has) any (<jobs>|<job>) {status=failed} (fail|failed)",
    "what is {status=running} [still] running",
    "[<show>] [me|us] [@all] <jobs> (that|which) (are|is) {status=running} [still|currently] running",
    "[<show>] [me|us] [@all] <jobs> (that|which) [have|has] {status=failed} (failed|did not finish|broke)",
  ],
  about: { jobs: 3 },
  go: (slots) => once("job_list", given({ status: slots.status })),
};

const jobId = (slots: Slots, focus: Focus): string | undefined => {
  const said: SlotValue | undefined = slots.job;
  if (typeof said === "string") return said;
  return said === IT && focus.age <= 2 ? focus.job : undefined;
};

const ID = "(<job> [number|no|id|with id] {job:job} | {job:it})";
const job: Card = {
  name: "look at a job",
  effect: "reads",
  examples: ["show job 1000000000003"],
  heads: [
    "[<show>] [me] [the] [status of|state of|details of] [the] <job> [number|no|id] {job:job}",
    "(what|how) is [the] (status|state|progress) of [the] <job> [number] {job:job}",
    "(what|how) (is|about|happened to|became of) [the] <job> [number] {job:job} [doing|going]",
    `(is|has|did|was) [the] ${ID} (done|finished|complete|completed|over|ready|running|still running|failed|fail|finish|through|successful) [yet|already]`,
    "is the <job> (done|finished|complete|completed|over|ready|still running) [yet] {job=it}",
  ],
  go(slots, { focus }) {
    const id = slots.job === "it" ? focus.job : jobId(slots, focus);
    return id === undefined ? ending(JOB_MISSING) : once("job_wait", { job_id: id, seconds: 0 });
  },
};

const JOB_MISSING = "Which job? Say its number, such as: wait for job 1000000000003.";

const wait: Card = {
  name: "wait for a job",
  effect: "reads",
  examples: ["wait for job 1000000000003"],
  heads: [
    "<wait> [the] <job> [number|no|id] {job:job} ~ [is] [to] [be] [finish|end|complete|done|finished|completed]",
    "<wait> {job:it} ~ [is] [to] [be] [finish|end|complete|done|finished|completed]",
    "<wait> the <job> {job=it} ~ [to] [finish|end|complete]",
    "wait [until|till] [the] <job> [number] {job:job} (is|has) (done|finished|completed|over)",
    "wait {seconds:seconds} for [the] <job> [number] {job:job}",
    "wait (up to|at most|no longer than|no more than|for up to|for at most|for) {seconds:seconds} for [the] (<job> [number] {job:job} | {job:it})",
    "(tell me|let me know) when [the] <job> [number] {job:job} (is|has) (done|finished|completed|over)",
  ],
  adjuncts: ["[for] [up to|at most|no longer than|no more than] {seconds:seconds}"],
  go(slots, { focus }) {
    const id = slots.job === "it" ? focus.job : jobId(slots, focus);
    if (id === undefined) return ending(JOB_MISSING);
    return once("job_wait", given({ job_id: id, seconds: slots.seconds }));
  },
};

export const CLUSTER_READS: readonly Card[] = [summary, info, nodes, jobs, job, wait];
