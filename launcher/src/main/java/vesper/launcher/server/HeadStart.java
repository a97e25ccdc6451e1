package vesper.launcher.server;

import groovy.lang.GroovySystem;

/**
 * Makes Groovy ready on another core while the port is opened. Its registry of methods is one of the longest steps
 * of a start, and nothing before the packages needs it; who needs it before it is ready waits for the rest of it only.
 */
final class HeadStart {
    private HeadStart() {}

    static void begin() {
        Thread.ofPlatform().daemon().name("head start").start(GroovySystem::getMetaClassRegistry);
    }
}
