import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { isSecretOption, jsonWithoutSecrets, withSecretsMarked } from '../../../src/contract/options.ts';
import { conversions } from '../../../src/engines/registry.ts';

describe('A secret option', () => {
  it('is recognized by its name', () => {
    const names = [
      'password',
      'newPassword',
      'pdf_passphrase',
      'client-secret',
      'quality',
      'passes',
      'level',
    ];
    assert.deepEqual(names.filter(isSecretOption), names.slice(0, 4));
  });

  it('is marked in a schema, and nothing else is', () => {
    const schema = {
      type: 'object',
      properties: { password: { type: 'string' }, level: { type: 'number' } },
    };
    assert.deepEqual(withSecretsMarked(schema), {
      type: 'object',
      properties: { password: { type: 'string', writeOnly: true }, level: { type: 'number' } },
    });
  });

  it('has a recognizable name in every offered pair', () => {
    const pairs = conversions.filter(({ options }) => {
      const { properties = {} } = z.toJSONSchema(options(), { io: 'input' });
      return Object.keys(properties).some(isSecretOption);
    });
    assert.ok(pairs.some(({ from }) => from === 'pdf') && pairs.some(({ to }) => to === '7z'));
  });

  it('has no value in JSON, however deeply it is nested', () => {
    const echo = { id: 1, options: [{ newPassword: 'hunter2', level: 3 }] };
    assert.equal(jsonWithoutSecrets(echo), '{"id":1,"options":[{"level":3}]}');
  });
});
