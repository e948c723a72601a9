/** Options that a service rejects. */
export const invalidOption = {
  'option.value': 'The value of the option {0} isn’t allowed.',
} as const;

export const uncountable = {
  'pages.uncounted':
    'The pages of this file can’t be counted, so its price is unknown. Split the file, or save it again in a PDF editor.',
} as const;

export const fileTooLarge = {
  'upload.size': 'The file has {0} bytes, but the plan allows only {1}.',
  'upload.sizeOfAll': 'The files have {0} bytes in total, but the plan allows only {1}.',
} as const;

/** Fields missing from an answer under all names of the dialect. */
export const unexpectedShape = {
  'answer.lacks': 'The answer has no “{0}” that could be understood.',
} as const;

/** Invalid arguments of a command, the extension API, or a chat tool. */
export const invalidArguments = {
  'arguments.field': '“{0}” has a value that is not allowed.',
  'arguments.noObject': 'Expected an object.',
  'arguments.noTarget': 'Specify “{0}” or “preset”.',
  'arguments.order': 'Specify “combine” together with “order”.',
  'arguments.outsideWorkspace': '“{0}” isn’t a file or folder in the workspace.',
  'arguments.presetAndCombine': 'A preset applies to each file. Specify “preset” or “combine”, not both.',
  'arguments.presetAndTarget': 'A preset has its own target. Specify “preset” or “{0}”, not both.',
  'arguments.replaceElsewhere':
    '“replace” can’t be combined with “folder”, “name”, or a preset that sets either of them.',
  'arguments.unknown': '“{0}” isn’t supported. Supported: {1}.',
  'preset.broken': 'The preset “{0}” can’t be used: {1}.',
  'preset.missing': 'The preset “{0}” doesn’t exist.',
  'preset.otherTool': 'The preset “{0}” is for the command {1}.',
} as const;
