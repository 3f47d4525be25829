// The build puts the styles of a page beside its code.
declare module "*.css";
