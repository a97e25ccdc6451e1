package vesper.testing.suite;

/**
 * A test class of a module.
 *
 * @param isAlone whether it has the tag {@code alone}: no other class runs at the same time
 * @param sizeBytes size of its compiled form, the best known measure of its duration before it has ever run
 */
record TestClass(TestModule module, String name, boolean isAlone, long sizeBytes) {

    String simpleName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
