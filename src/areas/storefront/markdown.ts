import MarkdownIt from 'markdown-it'
import { isHttps, isLink } from '../../platform/values/links.ts'

// HTML in Markdown is shown as text.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })

markdown.validateLink = isLink
const { rules } = markdown.renderer
const { escapeHtml } = markdown.utils

rules['link_open'] = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('rel', 'nofollow noopener')
  return self.renderToken(tokens, index, options)
}

rules['image'] = (tokens, index, options, env, self) => {
  const image = tokens[index]
  if (!image) return ''
  const alt = self.renderInlineAsText(image.children ?? [], options, env)
  if (!isHttps(String(image.attrGet('src') ?? ''))) return escapeHtml(alt)
  image.attrSet('alt', alt)
  image.attrSet('loading', 'lazy')
  return self.renderToken(tokens, index, options)
}

// markdown-it aligns cells with a style attribute, which a strict content security policy blocks.
rules['th_open'] = rules['td_open'] = (tokens, index, options, _env, self) => {
  const cell = tokens[index]
  const align = /^text-align:(left|center|right)$/.exec(String(cell?.attrGet('style') ?? ''))?.[1]
  if (cell) cell.attrs = align === undefined ? [] : [['align', align]]
  return self.renderToken(tokens, index, options)
}

/** Renders CommonMark with tables. Links and images are restricted by links.ts, and `sanitized` checks the result again. */
export const htmlOf = (text: string): string => markdown.render(text)
