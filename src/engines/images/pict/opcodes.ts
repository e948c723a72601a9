/** The instructions of a picture that are followed (Inside Macintosh: Imaging With QuickDraw, table A-2). */
export const opcodes = {
  clip: 0x01,
  oldInk: 0x0e,
  oldPaper: 0x0f,
  backgroundPattern: 0x12,
  penPattern: 0x13,
  fillPattern: 0x14,
  ink: 0x1a,
  paper: 0x1b,
  bits: 0x90,
  bitsInRegion: 0x91,
  packedBits: 0x98,
  packedBitsInRegion: 0x99,
  directBits: 0x9a,
  directBitsInRegion: 0x9b,
  longComment: 0xa1,
  end: 0xff,
  compressedQuickTime: 0x8200,
  plainQuickTime: 0x8201,
} as const;

/** The kind of comments that hold a profile, and what the first word of them says (Apple, ColorSync: picture comments). */
export const profileComment = 224;
export const profileParts = { first: 0, next: 1, end: 2 };

/** What stands behind an instruction: so many bytes, then perhaps how many more there are, and they. */
export interface Operand {
  readonly bytes: number;
  readonly countBytes?: 1 | 2 | 4;
  /** Whether those of the count are counted, too. */
  readonly countsItself?: true;
}

const longAndSoMany: Operand = { bytes: 0, countBytes: 4 };
const wordAndSoMany: Operand = { bytes: 0, countBytes: 2 };
const wholeWord: Operand = { ...wordAndSoMany, countsItself: true };
const none: Operand = { bytes: 0 };

/** Of those that have not as many bytes as their neighbors; the last four are texts. */
const operands: Readonly<Record<number, Operand>> = {
  0x02: { bytes: 8 },
  0x03: { bytes: 2 },
  0x04: { bytes: 1 },
  0x05: { bytes: 2 },
  0x06: { bytes: 4 },
  0x07: { bytes: 4 },
  0x08: { bytes: 2 },
  0x09: { bytes: 8 },
  0x0a: { bytes: 8 },
  0x0b: { bytes: 4 },
  0x0c: { bytes: 4 },
  0x0d: { bytes: 2 },
  0x10: { bytes: 8 },
  0x11: { bytes: 1 },
  0x15: { bytes: 2 },
  0x16: { bytes: 2 },
  0x1d: { bytes: 6 },
  0x1f: { bytes: 6 },
  0x20: { bytes: 8 },
  0x21: { bytes: 4 },
  0x22: { bytes: 6 },
  0x23: { bytes: 2 },
  0xa0: { bytes: 2 },
  0x28: { bytes: 4, countBytes: 1 },
  0x29: { bytes: 1, countBytes: 1 },
  0x2a: { bytes: 1, countBytes: 1 },
  0x2b: { bytes: 2, countBytes: 1 },
};

/** By the higher half of a byte: rectangles, round ones, ovals, arcs, polygons and regions; and in the place of the last. */
const shapes: Readonly<Record<number, readonly [operand: Operand, inSamePlace: Operand]>> = {
  3: [{ bytes: 8 }, none],
  4: [{ bytes: 8 }, none],
  5: [{ bytes: 8 }, none],
  6: [{ bytes: 12 }, { bytes: 4 }],
  7: [wholeWord, none],
  8: [wholeWord, none],
};

/** What stands behind an instruction that nothing here follows. */
export function operandOf(opcode: number): Operand {
  const own = operands[opcode] ?? shapes[opcode >> 4]?.[opcode & 8 ? 1 : 0];
  if (own !== undefined) return own;
  if (opcode < 0x20) return none;
  if (opcode < 0xb0) return wordAndSoMany;
  if (opcode < 0xd0) return none;
  if (opcode < 0x100) return longAndSoMany;
  if (opcode < 0x8000) return { bytes: (opcode >> 8) * 2 };
  return opcode < 0x8100 ? none : longAndSoMany;
}

/** Whether an instruction draws a line, text, or a shape by one of five verbs. */
export function isDrawing(opcode: number): boolean {
  const isLine = opcode >= 0x20 && opcode <= 0x23;
  const isText = opcode >= 0x28 && opcode <= 0x2b;
  return isLine || isText || (opcode >= 0x30 && opcode < 0x90 && (opcode & 7) < 5);
}
