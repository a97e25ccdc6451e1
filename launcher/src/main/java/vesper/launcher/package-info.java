/** Being written. */
@NullMarked
package vesper.launcher;

import org.jspecify.annotations.NullMarked;
