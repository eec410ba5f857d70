// Markdown as React elements: every node of the syntax tree becomes a known element, and everything else its text.
import { useMemo, type ReactNode } from "react";
import type { AlignType, ListItem, Nodes, Parents, Table } from "mdast";
import { escapeBidi } from "../../../ui/escapeBidi";
import { getSafeUrl, parseMarkdown, stripInsertedSpaces } from "./parseMarkdown";

/** Depth from which nested nodes are shown as text only. */
const MAX_DEPTH = 30;

interface Props {
  readonly text: string;
  /** Level of the text's own first heading in the page. */
  readonly headingLevel: number;
}

/** Text in Markdown. HTML in it is shown as text, images as their descriptions, unsafe links as their text. */
export function Markdown({ text, headingLevel }: Props) {
  const tree = useMemo(() => parseMarkdown(text), [text]);
  return <div className="dl-markdown"><Children node={tree} level={headingLevel} depth={0} /></div>;
}

function clean(text: string): string {
  return escapeBidi(stripInsertedSpaces(text));
}

interface NodeProps<N> {
  readonly node: N;
  readonly level: number;
  readonly depth: number;
}

function Children({ node, level, depth }: NodeProps<Parents>) {
  return node.children.map((child, index) => <MarkdownNode key={index} node={child} level={level} depth={depth + 1} />);
}

function MarkdownNode({ node, level, depth }: NodeProps<Nodes>): ReactNode {
  if (depth > MAX_DEPTH) return getText(node);
  const inner = "children" in node ? <Children node={node} level={level} depth={depth} /> : null;
  switch (node.type) {
    case "text":
      return clean(node.value);
    case "paragraph":
      return <p>{inner}</p>;
    case "heading": {
      const Heading = `h${Math.min(6, level + node.depth - 1)}` as "h3";
      return <Heading>{inner}</Heading>;
    }
    case "emphasis":
      return <em>{inner}</em>;
    case "strong":
      return <strong>{inner}</strong>;
    case "inlineCode":
      return <code>{clean(node.value)}</code>;
    case "code":
      return <pre><code>{clean(node.value)}</code></pre>;
    case "break":
      return <br />;
    case "thematicBreak":
      return <hr />;
    case "blockquote":
      return <blockquote>{inner}</blockquote>;
    case "list":
      return node.ordered === true ? <ol start={node.start ?? 1}>{inner}</ol> : <ul>{inner}</ul>;
    case "listItem": {
      const box = node.checked == null ? null : <span>{node.checked ? "☑ " : "☐ "}</span>;
      return <li className={box === null ? "" : "dl-checked"}>{box}{node.spread === true ? inner : <TightItem node={node} level={level} depth={depth} />}</li>;
    }
    case "link": {
      const url = getSafeUrl(node.url);
      return url === null ? inner : <a href={url} rel="noopener noreferrer nofollow">{inner}</a>;
    }
    case "table":
      return <MarkdownTable node={node} level={level} depth={depth} />;
    case "image":
    case "imageReference":
      return clean(node.alt ?? "");
    case "html":
      return clean(node.value);
    case "definition":
      return null;
    case "root":
    case "delete":
    case "linkReference":
    case "footnoteDefinition":
    case "footnoteReference":
    case "tableRow":
    case "tableCell":
    case "yaml":
      return inner ?? getText(node);
  }
}

/** Item of a list without blank lines: its paragraphs have no space around them. */
function TightItem({ node, level, depth }: NodeProps<ListItem>) {
  return node.children.map((child, index) => (
    child.type === "paragraph" ? <Children key={index} node={child} level={level} depth={depth + 1} /> : <MarkdownNode key={index} node={child} level={level} depth={depth + 1} />
  ));
}

/** Table that can be scrolled sideways, also with the keyboard. */
function MarkdownTable({ node, level, depth }: NodeProps<Table>) {
  const [head, ...rows] = node.children;
  const getAlign = (column: number): { readonly style?: { readonly textAlign: NonNullable<AlignType> } } => {
    const align = node.align?.[column];
    return align ? { style: { textAlign: align } } : {};
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable with the keyboard
    <div className="dl-scroll" tabIndex={0}>
      <table className="dl-table">
        {head && <thead><tr>{head.children.map((cell, column) => <th key={column} scope="col" {...getAlign(column)}><Children node={cell} level={level} depth={depth} /></th>)}</tr></thead>}
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>{row.children.map((cell, column) => <td key={column} {...getAlign(column)}><Children node={cell} level={level} depth={depth} /></td>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Return the text of a node, without recursion: the tree may be very deep. */
function getText(node: Nodes): string {
  const stack: Nodes[] = [node];
  let text = "";
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if ("value" in next) text += next.value;
    if ("children" in next) stack.push(...next.children.toReversed());
  }
  return clean(text);
}
