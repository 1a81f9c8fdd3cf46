import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  rem,
} from '@mantine/core'

const gray: MantineColorsTuple = [
  '#fafbfc',
  '#f4f5f7',
  '#e9ebee',
  '#dcdfe4',
  '#b3b9c4',
  '#6b7280',
  '#4f5762',
  '#363c45',
  '#22272e',
  '#14181d',
]
const dark: MantineColorsTuple = [
  '#e3e5e8',
  '#b4b9c1',
  '#8b919b',
  '#5c636e',
  '#33383f',
  '#262a30',
  '#1c1f24',
  '#131518',
  '#0f1113',
  '#0a0b0d',
]
const accent: MantineColorsTuple = [
  '#f1f2fe',
  '#e2e4fd',
  '#c4c9fb',
  '#9ca4f6',
  '#7a84f0',
  '#5e6ae6',
  '#4c57d6',
  '#3e47b8',
  '#333b97',
  '#282f78',
]
const amber: MantineColorsTuple = [
  '#fffbeb',
  '#fef3c7',
  '#fde68a',
  '#fcd34d',
  '#fbbf24',
  '#f59e0b',
  '#d97706',
  '#b45309',
  '#92400e',
  '#78350f',
]
const orange: MantineColorsTuple = [
  '#fff7ed',
  '#ffedd5',
  '#fed7aa',
  '#fdba74',
  '#fb923c',
  '#f97316',
  '#ea580c',
  '#c2410c',
  '#9a3412',
  '#7c2d12',
]
const green: MantineColorsTuple = [
  '#f0fdf4',
  '#dcfce7',
  '#bbf7d0',
  '#86efac',
  '#4ade80',
  '#22c55e',
  '#16a34a',
  '#15803d',
  '#166534',
  '#14532d',
]
const blue: MantineColorsTuple = [
  '#eff6ff',
  '#dbeafe',
  '#bfdbfe',
  '#93c5fd',
  '#60a5fa',
  '#3b82f6',
  '#2563eb',
  '#1d4ed8',
  '#1e40af',
  '#1e3a8a',
]

/** A dialog's header is no banner of the page (WAI-ARIA 1.2). */
const plainHeader = { header: { role: 'none' } }

export const theme: MantineThemeOverride = createTheme({
  colors: { gray, dark, accent, yellow: amber, orange, green, blue },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  defaultRadius: rem(6),
  cursorType: 'pointer',
  fontFamily: "'Inter Variable', 'IBM Plex Sans Arabic', system-ui, sans-serif",
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.4' },
  spacing: { xs: rem(6), sm: rem(8), md: rem(12), lg: rem(20), xl: rem(32) },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: rem(20), lineHeight: '1.3' }, h2: { fontSize: rem(13), lineHeight: '1.4' } },
  },
  shadows: {
    xs: '0 1px 2px rgb(20 24 29 / 5%)',
    sm: '0 1px 2px rgb(20 24 29 / 6%)',
    md: '0 8px 24px rgb(20 24 29 / 12%)',
  },
  components: {
    Button: { defaultProps: { size: 'xs' }, styles: { label: { fontWeight: 500 } } },
    Badge: { defaultProps: { variant: 'light', radius: 'xl', tt: 'none', fw: 500 } },
    TextInput: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs' } },
    NavLink: { styles: { root: { borderRadius: rem(6), padding: `${rem(5)} ${rem(8)}` } } },
    Tabs: { styles: { tab: { fontWeight: 500, paddingInline: rem(10) } } },
    Modal: { defaultProps: { padding: 'lg', attributes: plainHeader }, styles: { title: { fontWeight: 600 } } },
    Drawer: { defaultProps: { padding: 'lg', attributes: plainHeader }, styles: { title: { fontWeight: 600 } } },
    Card: { defaultProps: { withBorder: true, padding: 'lg', radius: 'md' } },
  },
})

const tints = ['accent', 'yellow', 'orange', 'green', 'blue', 'red', 'gray']
/** The light variant fails contrast in both schemes as it comes. */
export const variables: CSSVariablesResolver = () => ({
  variables: { '--table-border-color': 'var(--mantine-color-default-border)' },
  light: {
    '--mantine-color-body': '#fff',
    '--mantine-color-default-border': '#e9ebee',
    '--mantine-color-dimmed': '#6b7280',
    '--mantine-color-placeholder': '#6b7280',
    ...Object.fromEntries(
      tints.flatMap((name) => [
        [`--mantine-color-${name}-light`, `var(--mantine-color-${name}-1)`],
        [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-8)`],
      ]),
    ),
  },
  dark: {
    '--mantine-color-body': '#131518',
    '--mantine-color-default-border': '#262a30',
    ...Object.fromEntries(
      tints.flatMap((name) => [
        [`--mantine-color-${name}-light`, `color-mix(in srgb, var(--mantine-color-${name}-5) 18%, transparent)`],
        [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-3)`],
      ]),
    ),
  },
})
