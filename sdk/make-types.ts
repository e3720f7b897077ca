import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'));

/** Known values for completion, and any other text, because later releases can add values. */
function openUnion(values: string[]): ts.TypeNode {
  const { factory } = ts;
  const known = values.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)));
  const other = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
  return factory.createUnionTypeNode([...known, factory.createParenthesizedType(other)]);
}

const nodes = await openapiTS(document, {
  alphabetize: true,
  transform: (schema) => {
    const values = (schema as { 'x-extensible-enum'?: string[] })['x-extensible-enum'];
    return values === undefined ? undefined : openUnion(values);
  },
});
const heading = '// Written from openapi.json: npm run openapi\n\n';
const text = heading + astToString(nodes);
if (process.argv[2] === '--print') process.stdout.write(text);
else writeFileSync(new URL('src/openapi.ts', import.meta.url), text);
