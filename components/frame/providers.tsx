"use client"

import { CSPProvider } from "@base-ui/react/csp-provider"
import { Tooltip } from "@base-ui/react/tooltip"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { ThemeProvider } from "next-themes"
import { type ReactNode, useState } from "react"
import { IntlProvider } from "use-intl"
import type { TimeZones } from "@/lib/client"
import { type Locale, type Messages, writtenAs } from "@/lib/client/messages"
import { useTimeZoneInForce, ZonesContext } from "./time-zones"

/** Rows cost quota: they stay fresh for a minute and are never refetched on focus. */
const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 60_000, refetchOnWindowFocus: false, retry: false },
    },
  })

export interface ProvidersProps {
  /** The request's CSP nonce, if any. */
  readonly nonce?: string | undefined
  readonly locale: Locale
  /** The messages of that language. */
  readonly messages: Messages
  readonly zones: TimeZones
  readonly children: ReactNode
}

/** The providers of every page: texts, queries, theme, and the tooltip delay. */
export function Providers({ locale, messages, zones, children, ...first }: ProvidersProps) {
  // The document keeps its first policy, even if a later response has another nonce.
  const [nonce] = useState(first.nonce)
  const [queryClient] = useState(createQueryClient)
  const timeZone = useTimeZoneInForce(zones)
  return (
    <CSPProvider {...(nonce !== undefined && { nonce })}>
      <IntlProvider locale={writtenAs[locale]} messages={messages} timeZone={timeZone}>
        <ZonesContext value={zones}>
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
        </ZonesContext>
      </IntlProvider>
    </CSPProvider>
  )
}
