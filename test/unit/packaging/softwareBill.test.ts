import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { softwareBill } from '../../../tools/packaging/softwareBill.ts';
import { root } from '../../support/paths.ts';

const product = { name: 'product', version: '1.2.3' };

describe('softwareBill', () => {
  it('lists each package with its version, license, and hash, and no time', async () => {
    const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
    const packages = ['zod', '@cantoo/pdf-lib'].map((name) => ({
      folder: path.join(root, 'node_modules', name),
      files: [],
    }));
    const text = await softwareBill(product, packages, lock);
    const { bomFormat, specVersion, metadata, components } = JSON.parse(text);
    assert.deepEqual([bomFormat, specVersion, metadata.component.version], ['CycloneDX', '1.6', '1.2.3']);
    const [zod, pdfLib] = components;
    assert.equal(zod.purl, `pkg:npm/zod@${zod.version}`);
    assert.deepEqual(zod.licenses, [{ license: { id: 'MIT' } }]);
    assert.equal(zod.hashes[0].alg, 'SHA-512');
    assert.match(zod.hashes[0].content, /^[\da-f]{128}$/);
    assert.match(pdfLib.purl, /^pkg:npm\/%40cantoo\/pdf-lib@/);
    assert.equal(text, await softwareBill(product, packages, lock));
  });
});
