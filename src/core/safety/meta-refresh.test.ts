import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { metaRefresh, refreshTarget } from './meta-refresh.ts';

describe('targets of a refresh tag', () => {
  const pages: [string, string | null][] = [
    ['<meta http-equiv="refresh" content="0; url=https://a.example/">', 'https://a.example/'],
    ["<META HTTP-EQUIV=Refresh CONTENT='5;URL=/b'>", '/b'],
    ['<meta content="0;url=/first" content="0;url=/second" http-equiv=refresh>', '/first'],
    ['<meta http-equiv=refresh content=0;url=/plain>', '/plain'],
    ['<meta http-equiv="refresh" content="0;url=/a&amp;b&#47;c&#x2f;d&sol;e">', '/a&b/c/d/e'],
    ['<meta http-equiv = "refresh"  content = "0;url=/spaced">', '/spaced'],
    ['<meta http-equiv="refresh" content="0;url=/with>sign">', '/with>sign'],
    ['<meta charset=utf-8><meta http-equiv="refresh" content="1;url=/later">', '/later'],
    ['<meta http-equiv="refresh" content="5"><meta http-equiv="refresh" content="0;url=/b">', '/b'],
    ['<meta http-equiv="refresh" content="0;url=&quot;https://a.example/&quot;">', 'https://a.example/'],
    ["<meta http-equiv='refresh' content='0;url=&apos;/a&apos;'>", '/a'],
    ['<meta http-equiv="refresh" content="0;url=https&colon;//a.example">', 'https://a.example'],
    [
      '<meta http-equiv="refresh" content="0;url=/a&amp;#0;b&#0;c&#1114112;d&#1114111;&#xd800;">',
      '/a&#0;b\ufffdc\ufffdd\u{10ffff}\ufffd',
    ],
    [
      '<meta http-equiv="refresh" content="0;url=/a&ampb&unknown;&amp&quot=&colony;">',
      '/a&ampb&unknown;&&quot=&colony;',
    ],
    ['<meta http-equiv="refresh" content="0;url=/a?b&amp=1&amp">', '/a?b&amp=1&'],
    ['<meta http-equiv="refresh" content="0;url=&#0000000047;a&#x000000002F;b&#47;c">', '/a/b/c'],
    [
      '<meta http-equiv="refresh" content="0;url=https&colon;&sol;&sol;a&period;example">',
      'https://a.example',
    ],
    ['<meta http-equiv="refresh" content="0;url=/a&TAB;b&Tab;c&constructor;">', '/a&TAB;b\tc&constructor;'],
    ['<meta http-equiv="refresh" content=\'0;url=/with>sign\'>', '/with>sign'],
    ['<meta http-equiv="refresh" content="0;url=/unended', '/unended'],
    ["<meta http-equiv='refresh' content='0;url=/unended", '/unended'],
    ['<meta x"y http-equiv="refresh" content="0;url=/stray">', '/stray'],
    ['<meta "="" http-equiv=refresh content=0;url=/odd>', '/odd'],
    ['<meta data-x=> <meta http-equiv=refresh content=0;url=/b>', '/b'],
    ['<meta hidden http-equiv=refresh content=0;url=/flag>', '/flag'],
    ['<meta http-equiv=refresh content="0;url=/a\'b">', "/a'b"],
    ['<meta http-equiv=refresh content=0;url=/end">', '/end"'],
    ['<meta http-equiv="refresh" content="300">', null],
    ['<meta name="refresh" content="0;url=/no">', null],
    ['<metadata http-equiv="refresh" content="0;url=/no">', null],
    ['<meta http-equiv="refresh">', null],
    ['<p>refresh</p>', null],
    ['', null],
  ];
  for (const [html, target] of pages)
    test(html || 'an empty page', () => assert.equal(metaRefresh(html), target));

  test('an unclosed tag is read up to the limit', () => {
    assert.equal(metaRefresh(`<meta ${'x '.repeat(20_000)} http-equiv=refresh content=0;url=/far>`), null);
  });
});

test('the Refresh header, with and without quotes, delay and the word url', () => {
  const headers: [string, string | null][] = [
    ['0; url=https://a.example/', 'https://a.example/'],
    ['0;url="https://a.example/"; x', 'https://a.example/'],
    ["1.5 , URL = '/b'", '/b'],
    ['0; /c', '/c'],
    ['/d', '/d'],
    ['  3; /e', '/e'],
    ['/page;7,8', '/page;7,8'],
    ['0;/a?url=b', '/a?url=b'],
    ['0; /a"b', '/a"b'],
    [`0; /${'x'.repeat(20_000)}`, `/${'x'.repeat(16_380)}`],
    ['5', null],
    ['', null],
    ['0; url=""', null],
  ];
  for (const [header, target] of headers) assert.equal(refreshTarget(header), target, header);
});
