/** @type {import('next').NextConfig} */
const config = {
  // Everything that runs it, in one folder, which `npm run package` and `npm start` use alike.
  output: "standalone",
  poweredByHeader: false,
  reactStrictMode: true,
  productionBrowserSourceMaps: false,
  // An API path with a trailing slash is another path (decisions "Inventory").
  skipTrailingSlashRedirect: true,
  // For every answer; pages have a policy of their own instead (`proxy.ts`), and so has the API reference.
  headers: async () => [
    {
      source: "/((?!api/docs$).*)",
      headers: [
        {
          key: "content-security-policy",
          value: "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        },
        { key: "x-content-type-options", value: "nosniff" },
      ],
    },
  ],
  images: { unoptimized: true },
  // `npm test` checks types, once for the whole project.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    rules: {
      "*.json": {
        condition: {
          all: [
            { path: /lib\/client\/messages\/(en|da|de)\// },
            { not: { path: /operations\.json$/ } },
          ],
        },
        loaders: ["./lib/client/messages/compile-texts.mjs"],
        as: "*.js",
      },
    },
    // What formats compiled texts, without what parses them.
    resolveAlias: { "use-intl/format-message": "use-intl/format-message/format-only" },
  },
  experimental: {
    // In development, updated in place, the backend's modules would keep those that they have imported.
    turbopackServerFastRefresh: false,
    // Nobody reads the server's, which are 33 MB of a build.
    turbopackSourceMaps: process.env.NODE_ENV === "development",
  },
  serverExternalPackages: ["pg", "pino", "prom-client", "node-pg-migrate"],
  // Pictures are not made smaller here.
  outputFileTracingExcludes: { "next-server": ["node_modules/sharp/**", "node_modules/@img/**"] },
  // Read by their folder, which no import names.
  outputFileTracingIncludes: { "/**": ["./lib/db/migrations/**/*.sql"] },
}

export default config
