import { build } from "esbuild"
import { root } from "../root"

/** The programs of the package, by file name in its folder `bin`. */
export const programs = {
  dashboard: "scripts/package/programs/dashboard.ts",
  service: "scripts/package/programs/service.ts",
  doctor: "scripts/package/programs/doctor.ts",
} as const satisfies Readonly<Record<string, string>>

// CommonJS packages load modules with `require`, which ES modules do not have.
const banner = `import { createRequire as createRequireOfTree } from "node:module"
const require = createRequireOfTree(import.meta.url)`

/** Compiles each program with all its imports into one file below `folder`. */
export async function compilePrograms(folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    conditions: ["react-server"],
    external: ["pg-native"],
    banner: { js: banner },
    legalComments: "none",
    logLevel: "warning",
  })
}
