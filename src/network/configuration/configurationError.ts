/** A command line, an environment or a file that can't be followed; its message is one sentence for whoever wrote it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
