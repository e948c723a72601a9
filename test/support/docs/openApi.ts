import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Description, OpenApi } from '../../../tools/conformance/answers/openApi.ts';
import { RawAnswer } from '../../../tools/conformance/http/rawAnswer.ts';
import { root } from '../paths.ts';

export const openApiPath = path.join(root, 'docs/openapi.yaml');

/** `docs/openapi.yaml`, for comparison with answers. */
export const openApi = new OpenApi(readFileSync(openApiPath, 'utf8'));

/** `openApi`, which also notes the operations of the answers that it compares. */
export function notingOperations(): { description: Description; noted: ReadonlySet<string> } {
  const noted = new Set<string>();
  const compare: Description['compare'] = (answer) => {
    const comparison = openApi.compare(answer);
    if (comparison.operation !== undefined) noted.add(comparison.operation);
    return comparison;
  };
  return { description: { compare }, noted };
}

/** A JSON answer. `over` replaces some of its properties. */
export function anAnswer(
  body: unknown,
  over: Partial<ConstructorParameters<typeof RawAnswer>[0]> = {},
): RawAnswer {
  return new RawAnswer({
    method: 'GET',
    path: '/convert/job/1',
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(body)),
    ...over,
  });
}

/** A path that matches a path template of the API description. */
export function samplePath(template: string): string {
  return template.replaceAll('{number}', '1').replaceAll(/\{\w+\}/g, 'x');
}
