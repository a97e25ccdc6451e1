/** Package folders: compiled when loaded, swapped when changed. */
@NullMarked
package vesper.hosting;

import org.jspecify.annotations.NullMarked;
