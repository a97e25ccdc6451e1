/**
 * The {@code vesper} command: what is typed, what is printed, and with which exit code it ends.
 *
 * <p>Data goes to the standard output and talk to the standard error. A command that fails says so in one line and ends
 * with an {@link ExitCode}; only our own mistakes print a stack trace.
 *
 * <p>Start at {@link Main}, then {@code Subcommand}; what {@code run} starts is {@code vesper.launcher.server}.
 */
@NullMarked
package vesper.launcher;

import org.jspecify.annotations.NullMarked;
