package vesper.hosting.kinds;

import vesper.services.collections.BadDeclarationException;
import vesper.services.collections.ServiceDeclaration;

/** Classes with {@code @DocumentService} or {@code @TaskService}, each of which declares a collection. */
final class CollectionKind implements ServiceKind {
    @Override
    public String name() {
        return "document service";
    }

    @Override
    public boolean isOn(Class<?> type) {
        return ServiceDeclaration.isOn(type);
    }

    @Override
    public boolean honoursAccess() {
        return true;
    }

    @Override
    public void start(Made made, Parts parts) throws BadDeclarationException {
        parts.addCollection(ServiceDeclaration.of(made.object(), made.origin()));
    }
}
