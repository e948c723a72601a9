/** A task that a node performs until it is stopped. */
export interface Role {
  /** Takes no new work. Resolves when the current work has ended or was handed over. */
  drain(): Promise<void>;
}
