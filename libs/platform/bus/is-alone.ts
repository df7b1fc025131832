import type { ServiceBroker } from "moleculer";

/** Whether no other process runs a service. A dead process counts until its heartbeats are missed. */
export function isAlone({ registry }: Pick<ServiceBroker, "registry">, service: string): boolean {
  return registry.getServiceList({ onlyAvailable: true }).filter(({ name }) => name === service).length <= 1;
}
