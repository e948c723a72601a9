import clojure from 'highlight.js/lib/languages/clojure';
import cmake from 'highlight.js/lib/languages/cmake';
import dart from 'highlight.js/lib/languages/dart';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import erlang from 'highlight.js/lib/languages/erlang';
import fsharp from 'highlight.js/lib/languages/fsharp';
import groovy from 'highlight.js/lib/languages/groovy';
import haskell from 'highlight.js/lib/languages/haskell';
import http from 'highlight.js/lib/languages/http';
import julia from 'highlight.js/lib/languages/julia';
import latex from 'highlight.js/lib/languages/latex';
import matlab from 'highlight.js/lib/languages/matlab';
import nginx from 'highlight.js/lib/languages/nginx';
import nix from 'highlight.js/lib/languages/nix';
import ocaml from 'highlight.js/lib/languages/ocaml';
import powershell from 'highlight.js/lib/languages/powershell';
import protobuf from 'highlight.js/lib/languages/protobuf';
import scala from 'highlight.js/lib/languages/scala';
import x86asm from 'highlight.js/lib/languages/x86asm';
import { common, createLowlight } from 'lowlight';

/** A piece of code with highlight.js's name for its kind, such as `keyword`. */
export interface Token {
  readonly text: string;
  readonly kind: string | undefined;
}

type Highlighted = ReturnType<ReturnType<typeof createLowlight>['highlight']>['children'][number];

/** Languages that are often in documents. All 190 take up five times the space. */
const lowlight = createLowlight({
  ...common,
  clojure,
  cmake,
  dart,
  dockerfile,
  elixir,
  erlang,
  fsharp,
  groovy,
  haskell,
  http,
  julia,
  latex,
  matlab,
  nginx,
  nix,
  ocaml,
  powershell,
  protobuf,
  scala,
  x86asm,
});

/** Splits code into tokens, or returns `undefined` for an unknown language. */
export function tokensOf(code: string, language: string): Token[] | undefined {
  if (!lowlight.registered(language)) return undefined;
  return lowlight.highlight(language, code).children.flatMap((node) => tokensIn(node, undefined));
}

function tokensIn(node: Highlighted, kind: string | undefined): Token[] {
  if (node.type === 'text') return [{ text: node.value, kind }];
  if (node.type !== 'element') return [];
  const names = node.properties['className'];
  const name = Array.isArray(names) ? String(names[0]).replace('hljs-', '') : undefined;
  return node.children.flatMap((child) => tokensIn(child, name ?? kind));
}
