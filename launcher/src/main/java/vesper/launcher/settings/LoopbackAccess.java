package vesper.launcher.settings;

/** The proof that callers on the server's own machine need for operators' routes. */
public enum LoopbackAccess {
    /** The same proof as from other machines, as soon as there is an operator or a token. */
    PROOF,
    /** Nothing. */
    TRUSTED
}
