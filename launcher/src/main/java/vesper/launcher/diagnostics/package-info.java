/**
 * Diagnostics of the JVM: thread dumps, class histograms and recordings of JDK Flight Recorder. None of it runs unless
 * an operator requests it.
 */
@NullMarked
package vesper.launcher.diagnostics;

import org.jspecify.annotations.NullMarked;
