package vesper.bench.instrument;

/**
 * Status and size of a response, without its content.
 *
 * @param bytes length of the body
 */
record AnswerForm(int status, long bytes) {
    boolean isError() {
        return status >= 400;
    }
}
