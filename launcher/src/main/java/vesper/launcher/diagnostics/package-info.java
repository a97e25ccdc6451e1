/**
 * What the JVM tells of itself when somebody looks for a fault: its threads, what is on its heap, and recordings of JDK
 * Flight Recorder. Nothing of it runs before it is asked for.
 */
@NullMarked
package vesper.launcher.diagnostics;

import org.jspecify.annotations.NullMarked;
