// The scripts are plain JavaScript that must run before any package is installed; their tests take them untyped.
declare module '*.mjs'
