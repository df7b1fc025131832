/** A gauge whose labels are given. */
interface OneGauge {
  set(value: number): void;
  remove(): void;
}

/** Sets a gauge from its source. While the source fails the gauge vanishes: an old figure would pass for a true one. */
export async function refreshGauge(gauge: OneGauge, read: () => Promise<number>): Promise<void> {
  try {
    gauge.set(await read());
  } catch (error) {
    gauge.remove();
    throw error;
  }
}
