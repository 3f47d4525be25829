import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Checkout, isProduct, isReference, readCheckout } from "./checkout.ts";
import { type DialectWord, dialectInPage, dialectInSource } from "./dialect.ts";
import { percent, quantile, sum } from "./figures.ts";
import { type Graph, graphOf } from "./graph.ts";
import { type Implementations, implementationsIn } from "./implementations.ts";
import { type Import, importsOf } from "./imports.ts";
import { type Members, membersOf } from "./members.ts";
import { type Sentence, sentencesIn } from "./sentences.ts";
import { type Shapes, shapesOf } from "./shapes.ts";
import { type Sizes, sizesOf } from "./sizes.ts";
import { readSource } from "./source.ts";

/** All figures of one checkout. Figures cover product code, unless their comment says otherwise. */
export interface House {
  readonly total: SizeFigures;
  readonly packages: Readonly<Record<string, PackageFigures>>;
  readonly functions: FunctionFigures;
  readonly graph: Graph;
  readonly members: Members;
  readonly implementations: Implementations;
  /** Covers every TypeScript and Markdown file. */
  readonly dialect: DialectFigures;
  /** Covers every Markdown file: the pages written by hand, and the reference pages. */
  readonly prose: { readonly written: SentenceFigures; readonly reference: SentenceFigures };
}

export interface SizeFigures {
  readonly files: number;
  readonly lines: number;
  readonly codeLines: number;
  /** Files of 40 lines or fewer. */
  readonly smallFiles: number;
}

export interface PackageFigures extends SizeFigures {
  readonly folders: number;
}

export interface FunctionFigures {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface DialectFigures {
  readonly comments: number;
  readonly titles: number;
  readonly docs: number;
  readonly total: number;
}

export interface SentenceFigures {
  readonly sentences: number;
  readonly medianWords: number;
  readonly over20Percent: number;
  readonly over30Percent: number;
  readonly over40: number;
  readonly max: number;
}

/** The facts of one file. Its syntax tree is not kept: all trees together would fill the memory. */
interface FileFacts {
  readonly path: string;
  readonly sizes: Sizes;
  readonly imports: readonly Import[];
  readonly members: Members;
  readonly shapes: Shapes;
  readonly dialect: readonly DialectWord[];
}

interface PageFacts {
  readonly path: string;
  readonly sentences: readonly Sentence[];
  readonly dialect: readonly DialectWord[];
}

export function measureHouse(root: string): House {
  const checkout = readCheckout(root);
  const files = checkout.sources.map((path) => factsOf(root, path));
  const product = files.filter(({ path }) => isProduct(path));
  const pages = checkout.pages.map((path) => readPage(root, path));
  return {
    total: sizeFigures(product),
    packages: packageFigures(checkout, product),
    functions: functionFigures(product),
    graph: graphOf(product, checkout.packages),
    members: memberFigures(product),
    implementations: implementationsIn(
      files.map(({ shapes }) => shapes),
      checkout.packages,
    ),
    dialect: dialectFigures([...files, ...pages]),
    prose: {
      written: proseFigures(pages.filter(({ path }) => !isReference(path))),
      reference: proseFigures(pages.filter(({ path }) => isReference(path))),
    },
  };
}

function factsOf(root: string, path: string): FileFacts {
  const source = readSource(root, path);
  return {
    path,
    sizes: sizesOf(source),
    imports: importsOf(source),
    members: membersOf(source),
    shapes: shapesOf(source),
    dialect: dialectInSource(source),
  };
}

function readPage(root: string, path: string): PageFacts {
  const text = readFileSync(join(root, path), "utf8");
  return { path, sentences: sentencesIn(text), dialect: dialectInPage(path, text) };
}

function sizeFigures(files: readonly FileFacts[]): SizeFigures {
  const sizes = files.map((file) => file.sizes);
  return {
    files: sizes.length,
    lines: sum(sizes.map(({ lines }) => lines)),
    codeLines: sum(sizes.map(({ codeLines }) => codeLines)),
    smallFiles: sizes.filter(({ lines }) => lines <= 40).length,
  };
}

function packageFigures({ packages }: Checkout, product: readonly FileFacts[]): House["packages"] {
  const figures = packages.map(({ folder, folders }): [string, PackageFigures] => {
    const own = product.filter(({ path }) => path.startsWith(`packages/${folder}/`));
    return [folder, { ...sizeFigures(own), folders: folders.length }];
  });
  return Object.fromEntries(figures.filter(([, { files }]) => files > 0));
}

function functionFigures(product: readonly FileFacts[]): FunctionFigures {
  const lengths = product.flatMap(({ sizes }) => sizes.functions);
  return {
    count: lengths.length,
    p50: quantile(lengths, 0.5),
    p99: quantile(lengths, 0.99),
    max: quantile(lengths, 1),
  };
}

function memberFigures(product: readonly FileFacts[]): Members {
  const members = product.map((file) => file.members);
  return {
    inInterfaces: sum(members.map(({ inInterfaces }) => inInterfaces)),
    inTypeLiterals: sum(members.map(({ inTypeLiterals }) => inTypeLiterals)),
    clocks: sum(members.map(({ clocks }) => clocks)),
  };
}

function dialectFigures(
  files: readonly { readonly dialect: readonly DialectWord[] }[],
): DialectFigures {
  const words = files.flatMap(({ dialect }) => dialect);
  const count = (wanted: DialectWord["place"]): number =>
    words.filter(({ place }) => place === wanted).length;
  return {
    comments: count("comment"),
    titles: count("title"),
    docs: count("docs"),
    total: words.length,
  };
}

function proseFigures(pages: readonly PageFacts[]): SentenceFigures {
  const words = pages.flatMap(({ sentences }) => sentences.map((sentence) => sentence.words));
  const over = (limit: number): number => words.filter((count) => count > limit).length;
  return {
    sentences: words.length,
    medianWords: quantile(words, 0.5),
    over20Percent: percent(over(20), words.length),
    over30Percent: percent(over(30), words.length),
    over40: over(40),
    max: quantile(words, 1),
  };
}
