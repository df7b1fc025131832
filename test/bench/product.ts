import { eventually } from "../support/eventually.ts";
import type { BenchCluster } from "./bench-cluster.ts";
import type { Contender } from "./contender.ts";
import { processesBelow } from "./cpu-time.ts";
import type { BenchFixture } from "./fixture.ts";
import { loadsOf, NOTIFICATIONS, TEXTS } from "./loads.ts";
import { PRODUCT } from "./report.ts";

/** The running cluster, with a user who has as many notifications as the user of the peers. */
export async function productOf({ pid, port }: BenchCluster, { administrator, creators, fans, free }: BenchFixture): Promise<Contender> {
  for (let sent = 0; sent < NOTIFICATIONS; sent += 1) {
    const message = { receiverId: free.userId, dmType: "FREE", content: `message ${sent}` };
    await fans[sent % fans.length]?.as("POST", "/messages", message);
  }
  await eventually(async () => {
    const { total } = await free.as<{ total: number }>("GET", "/notifications");
    if (total < NOTIFICATIONS) throw new Error(`${total} notifications`);
  });
  const loads = loadsOf({ administrator, creators, fans, notified: free });
  return { name: PRODUCT, port, processes: processesBelow(pid), loads };
}

/** Answers of the product to reads of resources that rarely change. */
export async function textsOf({ url }: BenchCluster, { administrator }: BenchFixture): Promise<Map<string, unknown>> {
  const read = async (path: string): Promise<[string, unknown]> => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${administrator.token}` } });
    const { data } = (await response.json()) as { readonly data?: unknown };
    if (data === undefined) throw new Error(`GET ${path}: ${response.status}`);
    return [path, data];
  };
  return new Map(await Promise.all(Object.values(TEXTS).map(read)));
}
