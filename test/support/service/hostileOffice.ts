import { flatDocument } from '../openDocument.ts';
import { data, document } from './fixtures.ts';
import { rezipped } from './rezipped.ts';

interface OfficeFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly to: readonly string[];
}

/** Files that refer to another file in every way that LibreOffice supports. */
export async function referringFiles(href: string): Promise<OfficeFile[]> {
  const text = [
    '<text:p text:style-name="P">mine</text:p>',
    '<text:list text:style-name="B"><text:list-item><text:p>mine</text:p></text:list-item></text:list>',
    `<text:section text:name="a"><text:section-source xlink:href="${href}"/><text:p/></text:section>`,
    `<text:section text:name="b"><office:dde-source office:automatic-update="true" office:dde-application="soffice" office:dde-topic="${href}" office:dde-item="a"/><text:p/></text:section>`,
    `<text:p><draw:frame svg:width="2cm" svg:height="2cm"><draw:image xlink:href="${href}" xlink:actuate="onLoad"/></draw:frame></text:p>`,
    `<text:p><draw:frame svg:width="2cm" svg:height="2cm"><draw:object xlink:href="${href}" xlink:actuate="onLoad"/></draw:frame></text:p>`,
    `<text:p><draw:frame svg:width="2cm" svg:height="2cm"><draw:floating-frame xlink:href="${href}" xlink:actuate="onLoad"/></draw:frame></text:p>`,
    `<text:p><draw:frame svg:width="2cm" svg:height="2cm"><draw:plugin xlink:href="${href}" draw:mime-type="text/plain"/></draw:frame></text:p>`,
  ].join('');
  const background = `<style:background-image xlink:href="${href}" xlink:actuate="onLoad"/>`;
  const styles = [
    `<style:style style:name="P" style:family="paragraph"><style:paragraph-properties>${background}</style:paragraph-properties></style:style>`,
    `<style:page-layout style:name="L"><style:page-layout-properties>${background}</style:page-layout-properties></style:page-layout>`,
    `<text:list-style style:name="B"><text:list-level-style-image text:level="1" xlink:href="${href}" xlink:actuate="onLoad"/></text:list-style>`,
  ].join('');
  const master = '<style:master-page style:name="Standard" style:page-layout-name="L"/>';
  const template = `<office:meta><meta:template xlink:type="simple" xlink:actuate="onRequest" xlink:href="${href}"/><meta:auto-reload xlink:href="${href}" meta:delay="PT0S"/></office:meta><office:automatic-styles>${styles}</office:automatic-styles><office:master-styles>${master}</office:master-styles>`;
  const formulas = [
    `of:=WEBSERVICE(&quot;${href}&quot;)`,
    `of:='${href}'#$Sheet1.A1`,
    `of:=DDE(&quot;soffice&quot;;&quot;${href}&quot;;&quot;Sheet1.A1&quot;)`,
  ];
  const cells = formulas.map(
    (formula) => `<table:table-cell table:formula="${formula}"><text:p/></table:table-cell>`,
  );
  const linked = `<table:table table:name="l"><table:table-source table:mode="copy-all" xlink:href="${href}" table:filter-name="Text - txt - csv (StarCalc)" table:filter-options="44,34,76,1" table:table-name="a" table:refresh-delay="PT1S"/><table:table-row><table:table-cell/></table:table-row></table:table>`;
  const sheets = `<table:table table:name="a"><table:table-row>${cells.join('')}</table:table-row></table:table>${linked}`;
  const html = `<html><head><base href="${href}"><link rel="stylesheet" href="${href}"><style>@import url("${href}");</style></head><body background="${href}"><p style="background: url(${href})">mine</p><img src="${href}"><iframe src="${href}"></iframe><object data="${href}"></object><embed src="${href}"></body></html>`;
  const python = JSON.stringify(href.replaceAll('&', '&amp;'));
  const external = `data = re.sub(rb'Target="(?:\\.\\./|)media/[^"]*"', lambda m: b'TargetMode="External" Target="' + ${python}.encode() + b'"', data)\ndata = data.replace(b'r:embed=', b'r:link=')`;
  const formula = JSON.stringify(`_xlfn.WEBSERVICE(&quot;${href}&quot;)`);
  const called = `data = data.replace(b'C2*2', ${formula}.encode())`;
  const csv = `a,b\n"=WEBSERVICE(""${href}"")","='${href}'#$Sheet1.A1"\n`;
  return [
    { name: 'a.fodt', bytes: flatDocument('text', text, template), to: ['pdf', 'odt'] },
    { name: 'a.fods', bytes: flatDocument('spreadsheet', sheets), to: ['pdf', 'xlsx'] },
    { name: 'a.html', bytes: Buffer.from(html), to: ['pdf', 'doc'] },
    {
      name: 'a.docx',
      bytes: await rezipped(document('voyage.docx'), { each: external }),
      to: ['pdf', 'odt'],
    },
    {
      name: 'a.pptx',
      bytes: await rezipped(document('voyage.pptx'), { each: external }),
      to: ['pdf', 'odp'],
    },
    { name: 'a.xlsx', bytes: await rezipped(data('ledger.xlsx'), { each: called }), to: ['pdf', 'ods'] },
    { name: 'a.csv', bytes: Buffer.from(csv), to: ['pdf'] },
  ];
}

/** A Basic macro that writes a file when the document is opened. */
export function withMacro(target: string): Buffer {
  const basic = `Sub Main\nOpen "${target}" For Output As #1\nPrint #1, "macro"\nClose #1\nEnd Sub`;
  const library = `<ooo:library-embedded ooo:name="Standard"><ooo:module ooo:name="M"><ooo:source-code>${basic}</ooo:source-code></ooo:module></ooo:library-embedded>`;
  const scripts = `<office:scripts><office:script script:language="ooo:Basic"><ooo:libraries>${library}</ooo:libraries></office:script><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document" xlink:type="simple"/></office:event-listeners></office:scripts>`;
  return flatDocument('text', '<text:p>mine</text:p>', scripts);
}
