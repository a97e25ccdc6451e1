/**
 * Queries over JSON documents, in the same language as searches of records.
 *
 * <p>A {@link vesper.documents.queries.Query} is evaluated in one of two ways, with the same results. A
 * {@link vesper.documents.queries.QueryIndex} searches an index of a collection's current versions. A
 * {@link vesper.documents.queries.DocumentMatch} checks one version of a document, for collections in memory, for feeds
 * and for old versions. Both see a document only through {@code DocumentWalk}. The index lags behind the writes and
 * reports by how much. It can be deleted at any time, since it is made from the documents alone.
 *
 * <p>Start at {@link vesper.documents.queries.Query} and {@link vesper.documents.queries.Search};
 * {@code docs/guide/querying-documents.md} teaches the language, {@code docs/formats/document-index.md} lists the
 * contents of the index. Built on Lucene. Knows nothing of how documents are stored.
 */
@NullMarked
package vesper.documents.queries;

import org.jspecify.annotations.NullMarked;
