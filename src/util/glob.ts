/** Tests a path, which has `/` between folders. Returns true if the glob matches it. */
export type Glob = (path: string) => boolean;

const maxLength = 10_000;
const maxClassLength = 100;
/** Maximum number of tokens in all brace alternatives together, because alternatives multiply. */
const maxTokens = 10_000;

type Token =
  | { readonly kind: 'character'; readonly test: TextTest }
  | { readonly kind: 'star' | 'slash' | 'open' | 'comma' | 'close' };

/**
 * Parses a glob with the syntax that editors support: `*` and `?` within a name, `**` for any folders, `{a,b}`,
 * `[a-z]`, `[!a-z]`, `\` to escape, and a leading `!` to negate the glob. A glob may come from a workspace, so matching
 * takes linear time. Returns `undefined` for a glob that is too long, has an unclosed bracket, or uses shell syntax
 * such as `!(a)` and `{1..3}`.
 */
export function readGlob(glob: string, { ignoreCase = false } = {}): Glob | undefined {
  if (/[|]|[!@+*?]\(|\.\.[^{}.]*\}/.test(glob)) return undefined;
  const isNegated = glob.startsWith('!');
  const matches = reading(glob.slice(isNegated ? 1 : 0).replace(/^\.\//, ''), signs, ignoreCase);
  return matches && ((path) => matches(path) !== isNegated);
}

/** Parses a pattern of a `.gitignore`, in which only `*`, `**`, `?`, brackets, and `\` are special. */
export function readGitPattern(pattern: string, { ignoreCase = false } = {}): Glob | undefined {
  return reading(pattern, gitSigns, ignoreCase);
}

function reading(glob: string, signs: Signs, ignoreCase: boolean): Glob | undefined {
  if (glob.length > maxLength) return undefined;
  const folded = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  const tokens = tokensOf(folded(glob), signs);
  const alternatives = tokens && alternativesOf(tokens)?.map(segmentsOf);
  if (alternatives === undefined) return undefined;
  return (path) => {
    const names = folded(path).split('/');
    return alternatives.some((segments) => fitsWildcards(names, segments));
  };
}

type Signs = ReadonlyMap<string, 'star' | 'slash' | 'open' | 'comma' | 'close'>;

const gitSigns: Signs = new Map([
  ['*', 'star'],
  ['/', 'slash'],
]);
const signs: Signs = new Map([...gitSigns, ['{', 'open'], [',', 'comma'], ['}', 'close']]);

function tokensOf(glob: string, signs: Signs): Token[] | undefined {
  const tokens: Token[] = [];
  const characters = Array.from(glob);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const sign = signs.get(character);
    if (sign !== undefined) {
      tokens.push({ kind: sign });
    } else if (character === '[') {
      const end = characters.indexOf(']', at + 2);
      if (end === -1) return undefined;
      const test = classTest(characters.slice(at + 1, end));
      if (test === undefined) return undefined;
      tokens.push({ kind: 'character', test });
      at = end;
    } else {
      if (character === '\\') at += 1;
      const same = characters[at] ?? '\\';
      tokens.push({ kind: 'character', test: character === '?' ? () => true : (each) => each === same });
    }
  }
  return tokens;
}

/** Matches the characters and ranges in brackets, or all other characters. */
function classTest([first, ...rest]: readonly string[]): TextTest | undefined {
  const isNegated = first === '!' || first === '^';
  const members = isNegated || first === undefined ? rest : [first, ...rest];
  if (members.length > maxClassLength || ['/', '[', '\\'].some((sign) => members.includes(sign))) {
    return undefined;
  }
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < members.length; at += 1) {
    const from = members[at] ?? '';
    const to = members[at + 1] === '-' ? members[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return (each) => ranges.some(([from, to]) => from <= each && each <= to) !== isNegated;
}

/** Expands braces: the tokens for each combination of alternatives. */
function alternativesOf(tokens: readonly Token[]): Token[][] | undefined {
  const outer: { readonly starts: Token[][]; readonly ends: Token[][] }[] = [];
  let current: Token[][] = [[]];
  for (const token of tokens) {
    const brace = outer.at(-1);
    if (token.kind === 'open') {
      outer.push({ starts: current, ends: [] });
      current = [[]];
    } else if (token.kind === 'comma' && brace !== undefined) {
      brace.ends.push(...current);
      current = [[]];
    } else if (token.kind === 'close' && brace !== undefined) {
      brace.ends.push(...current);
      if (sizeOf(brace.starts) * sizeOf(brace.ends) > maxTokens) return undefined;
      current = brace.starts.flatMap((start) => brace.ends.map((end) => [...start, ...end]));
      outer.pop();
    } else {
      for (const each of current) each.push(token);
      if (sizeOf(current) > maxTokens) return undefined;
    }
  }
  return outer.length === 0 ? current : undefined;
}

function sizeOf(alternatives: readonly Token[][]): number {
  return alternatives.reduce((sum, { length }) => sum + length + 1, 0);
}

/** A test for each name in a path; `anyTexts` for `**`. */
function segmentsOf(tokens: readonly Token[]): (TextTest | typeof anyTexts)[] {
  const segments: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'slash') segments.push([]);
    else segments.at(-1)?.push(token);
  }
  return segments.map((segment) => {
    if (segment.length > 1 && segment.every(({ kind }) => kind === 'star')) return anyTexts;
    const tests = segment.map((token) => (token.kind === 'star' ? anyTexts : testOf(token)));
    return (name) => (name === '' ? tests.length === 0 : fitsWildcards(Array.from(name), tests));
  });
}

/** Outside braces, commas and closing braces are literal. */
function testOf(token: Token): TextTest {
  if (token.kind === 'character') return token.test;
  return (each) => each === (token.kind === 'comma' ? ',' : '}');
}

/** Matches any number of texts in a row. */
const anyTexts = Symbol('any texts');

type TextTest = (text: string) => boolean;

/**
 * True if a sequence of texts, such as the characters of a name, matches a sequence of tests, in which `anyTexts`
 * matches any number of texts. After a mismatch, only the last `anyTexts` is extended by one text, so the number of
 * steps is at most texts × tests.
 */
function fitsWildcards(texts: readonly string[], tests: readonly (TextTest | typeof anyTexts)[]): boolean {
  let test = 0;
  let behindAny: { readonly test: number; at: number } | undefined;
  for (let at = 0; at < texts.length; at += 1) {
    while (tests[test] === anyTexts) {
      test += 1;
      behindAny = { test, at };
    }
    const each = tests[test];
    if (typeof each === 'function' && each(texts[at] ?? '')) {
      test += 1;
    } else if (behindAny === undefined) {
      return false;
    } else {
      at = behindAny.at;
      behindAny.at += 1;
      test = behindAny.test;
    }
  }
  while (tests[test] === anyTexts) test += 1;
  return test === tests.length;
}
