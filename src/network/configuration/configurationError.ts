/**
 * An error in the command line, environment, or configuration file. Its message is one sentence for the person who
 * wrote them.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
