import type { Metadata, Viewport } from "next"
import { headers } from "next/headers"
import type { ReactNode } from "react"
import { readRequestZones } from "@/app/request-zones"
import { Providers } from "@/components/frame/providers"
import { messagesOf } from "@/lib/client/messages/messages-of"
import { readLocale, readTranslator } from "@/lib/client/messages/read-messages"
import "./globals.css"

export async function generateMetadata(): Promise<Metadata> {
  const appName = (await readTranslator("common"))("appName")
  return {
    title: { default: appName, template: `%s · ${appName}` },
    robots: { index: false, follow: false },
  }
}

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fafafb" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1012" },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined
  const locale = await readLocale()
  return (
    <html lang={locale} suppressHydrationWarning>
      <body>
        <div className="app-root">
          <Providers
            nonce={nonce}
            locale={locale}
            messages={messagesOf(locale)}
            zones={await readRequestZones()}
          >
            {children}
          </Providers>
        </div>
      </body>
    </html>
  )
}
