"use client"

import { CSPProvider } from "@base-ui/react/csp-provider"
import { Tooltip } from "@base-ui/react/tooltip"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { ThemeProvider } from "next-themes"
import { type ReactNode, useState, useSyncExternalStore } from "react"
import { IntlProvider } from "use-intl"
import { locale, messages } from "@/lib/client/messages"

const unchanging = () => () => {}
const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The reader's time zone; UTC until the browser has taken over the server's markup. */
const useTimeZone = () => useSyncExternalStore(unchanging, browserTimeZone, () => "UTC")

/** Rows cost quota: they stay fresh for a minute and are never fetched again for a mere focus. */
const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 60_000, refetchOnWindowFocus: false, retry: false },
    },
  })

export interface ProvidersProps {
  /** The request's CSP nonce, where there is one. */
  readonly nonce?: string | undefined
  readonly children: ReactNode
}

/** What every page's client components stand on: texts, queries, theme, tooltips. */
export function Providers({ nonce, children }: ProvidersProps) {
  const [queryClient] = useState(createQueryClient)
  const timeZone = useTimeZone()
  return (
    <CSPProvider {...(nonce !== undefined && { nonce })}>
      <IntlProvider locale={locale} messages={messages} timeZone={timeZone}>
        <QueryClientProvider client={queryClient}>
          <ThemeProvider
            attribute="data-theme"
            defaultTheme="system"
            enableColorScheme={false}
            disableTransitionOnChange
            {...(nonce !== undefined && { nonce })}
          >
            <Tooltip.Provider delay={400}>{children}</Tooltip.Provider>
          </ThemeProvider>
        </QueryClientProvider>
      </IntlProvider>
    </CSPProvider>
  )
}
