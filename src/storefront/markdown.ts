import MarkdownIt from 'markdown-it'
import { isHttps, isLink } from './links.ts'

// Raw HTML is text like any other.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })

markdown.validateLink = isLink
const { rules } = markdown.renderer
const { escapeHtml } = markdown.utils

rules['link_open'] = (tokens, at, options, _env, self) => {
  tokens[at]?.attrSet('rel', 'nofollow noopener')
  return self.renderToken(tokens, at, options)
}

rules['image'] = (tokens, at, options, env, self) => {
  const image = tokens[at]
  if (!image) return ''
  const alt = self.renderInlineAsText(image.children ?? [], options, env)
  if (!isHttps(String(image.attrGet('src') ?? ''))) return escapeHtml(alt)
  image.attrSet('alt', alt)
  image.attrSet('loading', 'lazy')
  return self.renderToken(tokens, at, options)
}

// markdown-it aligns by a style, which a strict content security policy refuses.
rules['th_open'] = rules['td_open'] = (tokens, at, options, _env, self) => {
  const cell = tokens[at]
  const align = /^text-align:(left|center|right)$/.exec(String(cell?.attrGet('style') ?? ''))?.[1]
  if (cell) cell.attrs = align === undefined ? [] : [['align', align]]
  return self.renderToken(tokens, at, options)
}

/** CommonMark with tables as HTML. Links and images lead only where links.ts allows; `sanitized` checks it once more. */
export const htmlOf = (text: string): string => markdown.render(text)
