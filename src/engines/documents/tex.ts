import { ownValue } from '../../util/ownValue.ts';
import { accents, primes } from './texSigns.ts';

/** A base of a script or an accent that needs no braces. */
const singleBase =
  /^(?:[^\\{}^_]|\\[A-Za-z]+ ?|\\[^A-Za-z]|\\(?:math[a-z]+|text|operatorname|hat|bar|vec|dot|tilde)\{[^{}]*\})$/u;
/** An expression that an accent over one letter covers. */
const singleSign = /^(?:[^\\{}^_]|\\[A-Za-z]+ ?)$/u;
/** Operators that have scripts as their limits. */
const takesLimits =
  /^\\(?:(?:sum|prod|coprod|o?i{1,3}nt|big(?:cap|cup|oplus|otimes|vee|wedge)|lim(?:inf|sup)?|max|min|sup|inf|det|gcd|Pr)(?![A-Za-z])|(?:over|under)brace\{|operatorname\*?\{)/;

/** Joins pieces of TeX, with a space where a letter would otherwise be a part of a command. */
export function joined(pieces: readonly string[]): string {
  let written = '';
  let last = '';
  for (const piece of pieces) {
    if (piece === '') continue;
    written += /^[A-Za-z]/.test(piece) && endsWithCommand(last) ? ` ${piece}` : piece;
    last = piece;
  }
  return written;
}

function endsWithCommand(tex: string): boolean {
  let at = tex.length - 1;
  while (at >= 0 && /[A-Za-z]/.test(tex.charAt(at))) at -= 1;
  return at < tex.length - 1 && tex.charAt(at) === '\\';
}

/** Writes the base of a script. */
export function base(tex: string): string {
  return singleBase.test(tex) ? tex : `{${tex}}`;
}

/** Writes a subscript or superscript, or nothing for an empty one. */
export function script(sign: '_' | '^', tex: string): string {
  if (tex === '') return '';
  if (sign === '^' && /^[′″‴']+$/.test(tex))
    return tex.replaceAll(/[′″‴]/g, (each) => ownValue(primes, each) ?? each);
  return /^[\dA-Za-z]$/.test(tex) ? sign + tex : `${sign}{${tex}}`;
}

/** Writes an expression with an accent above it, or returns `undefined` for another sign. */
export function accented(sign: string, tex: string): string | undefined {
  const [single, wide] = ownValue(accents, sign) ?? [];
  return single && `\\${singleSign.test(tex) ? single : wide}{${tex}}`;
}

/** Writes an expression with another one above or below it. */
export function withLimit(tex: string, limit: string, side: 'over' | 'under'): string {
  return takesLimits.test(tex)
    ? tex + script(side === 'over' ? '^' : '_', limit)
    : `\\${side}set{${limit}}{${tex}}`;
}

/** Writes an environment, such as a matrix. */
export function inEnvironment(name: string, content: string): string {
  return String.raw`\begin{${name}}${content}\end{${name}}`;
}
