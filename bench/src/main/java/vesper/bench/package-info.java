/** Being written. */
@NullMarked
package vesper.bench;

import org.jspecify.annotations.NullMarked;
