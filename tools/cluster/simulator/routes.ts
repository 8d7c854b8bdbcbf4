import { aboutRoutes } from "./about-routes.ts";
import { clusterRoutes } from "./cluster-routes.ts";
import { directoryRoutes } from "./directory-routes.ts";
import { filesetRoutes } from "./fileset-routes.ts";
import { filesystemRoutes } from "./filesystem-routes.ts";
import { jobRoutes } from "./job-routes.ts";
import { nodeRoutes } from "./node-routes.ts";
import type { Mode } from "./options.ts";
import { perfmonRoutes } from "./perfmon-routes.ts";
import { policyRoutes } from "./policy-routes.ts";
import { quotaRoutes } from "./quota-routes.ts";
import type { Route } from "./route.ts";
import { snapshotRoutes } from "./snapshot-routes.ts";

/** Every endpoint of both versions. The first that matches a request answers it. */
export function allRoutes(mode: Mode): Route[] {
  const routes: Route[] = [
    ...clusterRoutes,
    ...nodeRoutes,
    ...snapshotRoutes,
    ...filesetRoutes,
    ...filesystemRoutes,
    ...quotaRoutes,
    ...policyRoutes,
    ...jobRoutes,
    ...directoryRoutes,
    ...perfmonRoutes,
    ...aboutRoutes(mode, () => routes),
  ];
  return routes;
}
