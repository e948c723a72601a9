/** What a service does not take. */
export const invalidOption = {
  'option.value': 'The option {0} has a value that is not allowed here.',
} as const;

export const uncountable = {
  'pages.uncounted':
    'The pages of this file can’t be counted, so its price is unknown. Split the file, or save it again in a PDF editor.',
} as const;

export const fileTooLarge = {
  'upload.size': 'The file has {0} bytes; the plan takes {1}.',
  'upload.sizeOfAll': 'The files have together {0} bytes; the plan takes {1}.',
} as const;

/** What was looked for in an answer, under any name of the dialect. */
export const unexpectedShape = {
  'answer.lacks': 'The answer has no “{0}” that could be understood.',
} as const;

/** What whoever calls a command, the API for extensions or a tool of the chat got wrong. */
export const invalidArguments = {
  'arguments.field': '“{0}” has a value that is not allowed.',
  'arguments.noObject': 'An object is expected.',
  'arguments.noTarget': 'Neither “{0}” nor “preset” is given.',
  'arguments.order': '“order” is for files that become one: give “combine”, too.',
  'arguments.outsideWorkspace': '“{0}” is no file or folder of the workspace.',
  'arguments.presetAndCombine': 'A preset is for each file: give “preset” or “combine”, not both.',
  'arguments.presetAndTarget': 'A preset has a target of its own: give “preset” or “{0}”, not both.',
  'arguments.replaceElsewhere':
    '“replace” can’t be combined with “folder”, “name”, or a preset that has one of them.',
  'arguments.unknown': '“{0}” is not known. Known are {1}.',
  'preset.broken': 'The preset “{0}” can’t be used: {1}.',
  'preset.missing': 'There is no preset “{0}”.',
  'preset.otherTool': 'The preset “{0}” is for the command {1}.',
} as const;
