/** A gauge whose labels are given. */
interface OneGauge {
  set(value: number): void;
  remove(): void;
}

/** Sets a gauge from its source. While the source fails the gauge vanishes, because an old value would pass for a current one. */
export async function refreshGauge(gauge: OneGauge, read: () => Promise<number>): Promise<void> {
  try {
    gauge.set(await read());
  } catch (error) {
    gauge.remove();
    throw error;
  }
}
