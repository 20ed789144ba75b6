// The rules between folders (docs: "Rules between folders" of the architecture). Checked by `npm run rules` and `npm test`.
const tests = '\\.(test|deep)\\.tsx?$'

/** `from` may not import `to`; tests may reach further than the code they test. */
const never = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: typeof to === 'string' ? { path: to } : to,
})

module.exports = {
  forbidden: [
    never('shared-stands-alone', 'Contracts import nothing of ours.', '^src/shared/', { path: '^(src|scripts|bin|test|e2e|bench)/', pathNot: '^src/shared/' }),
    never('renderer-imports-shared-only', 'The window sees the product only through the bridge.', '^src/renderer/', { path: '^(src|scripts|test)/', pathNot: '^src/(renderer|shared)/' }),
    never('renderer-has-no-electron', 'The window has no disk, process or Electron.', '^src/renderer/', { path: '(^|/)node_modules/electron/', dependencyTypesNot: ['type-only'] }),
    never('renderer-has-no-node', 'The window has no disk, process or Electron.', '^src/renderer/', { dependencyTypes: ['core'] }),
    never('preload-imports-shared-only', 'The bridge is one thin file.', '^src/preload/', { path: '^(src|scripts|test)/', pathNot: '^src/(preload|shared)/' }),
    never('main-imports-shared-only', 'Main talks to core over messages, never by import.', '^src/main/', { path: '^(src|scripts|test)/', pathNot: '^src/(main|shared)/' }),
    never('core-imports-shared-only', 'Core runs without Electron and without a window.', '^src/core/', { path: '^(src|scripts|test)/', pathNot: '^src/(core|shared)/' }),
    never('core-has-no-electron', 'The CLI and the tests run core as plain Node.', '^src/(core|sandbox|shared)/', '(^|/)node_modules/electron/'),
    never('sandbox-imports-shared-only', 'Model-written code runs beside nothing else.', '^src/sandbox/', { path: '^(src|scripts|test)/', pathNot: '^src/(sandbox|shared)/' }),
    never(
      'domain-knows-no-tools-or-agents',
      'The novel comes first: the domain does not know who is asking.',
      '^src/core/(project|story|world|manuscript|memory|subjects|search|exchange)/',
      '^src/core/(tools|agents|models|jobs)/',
    ),
    never('packs-stand-apart', 'One tool pack never imports another.', '^src/core/tools/packs/([^/]+)/', { path: '^src/core/tools/packs/', pathNot: '^src/core/tools/packs/($1/|[^/]+$)' }),
    never('product-imports-no-tests', 'Tests and their fixtures stay out of the product.', '^src/', { path: ['^(test|e2e|bench)/', tests] }),
    never('runtime-needs-a-dependency', 'What core, main and sandbox import must be in dependencies: it is not bundled.', '^src/(main|core|sandbox)/', {
      dependencyTypes: ['npm-dev'],
      dependencyTypesNot: ['type-only'],
      pathNot: '(^|/)node_modules/electron/',
    }),
    { name: 'no-circular', comment: 'No cycles, types included.', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolves', comment: 'Every import leads somewhere.', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'], mainFields: ['module', 'main', 'types'] },
  },
}
