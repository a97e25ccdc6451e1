/**
 * Sealed blocks: some hundreds of records each, by columns, compressed, with a filter of the words in them.
 *
 * <p>Start at {@link Block} and {@link BlockWriter}; {@code docs/formats/blocks.md} draws the bytes. Knows values and
 * words, not what a record means.
 */
@NullMarked
package vesper.records.blocks;

import org.jspecify.annotations.NullMarked;
