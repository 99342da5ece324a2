"""The main job with a client that openapi-python-client generates from the OpenAPI document.

A standard is written and published, a project pins it, a datasheet fills it in, the project is published and
exported. The client stands in the package css_client (docs/api.md says how it is generated); CSS_URL is the base URL
of the service, CSS_KEY a key with the preset publisher.
"""

import json
import os

from css_client import AuthenticatedClient
from css_client.api.categories import categories_create
from css_client.api.datasheet import datasheets_create
from css_client.api.projects import projects_create, projects_export, projects_publish, projects_standards_add
from css_client.api.standards import standards_create, standards_publish, standards_working_copy_save
from css_client.models import (
    CategoriesCreateBody,
    DatasheetsCreateBody,
    DatasheetsCreateBodyElementValues,
    ProjectsCreateBody,
    ProjectsPublishBody,
    ProjectsStandardsAddBody,
    ProjectsStandardsAddBodyAction,
    StandardsCreateBody,
    StandardsPublishBody,
    StandardsWorkingCopySaveBody,
    SubjectType,
)

MARKUP = """# 1 Manual Doors

1.1 Door openings shall provide a clear width of 32 inches (815 mm) minimum.

1.2 Thresholds, if provided at doorways, shall be 1/2 inch (13 mm) high maximum.

```field
label: Height of the threshold
type: range
unit: in
```
"""


def done(response):
    """The parsed response of a success; a problem document ends the program with its code and what to do."""
    if response.status_code >= 400:
        problem = json.loads(response.content)
        raise SystemExit(f"{problem['code']}: {problem['detail']}")
    return response.parsed


client = AuthenticatedClient(base_url=os.environ["CSS_URL"], token=os.environ["CSS_KEY"])

category = done(
    categories_create.sync_detailed(
        client=client, body=CategoriesCreateBody(name="Accessible routes", subject_type=SubjectType.COMPANY)
    )
)
standard = done(
    standards_create.sync_detailed(
        client=client,
        body=StandardsCreateBody(
            name="Interior doors", subject_type=SubjectType.COMPANY, category_id=category.id
        ),
    )
)
done(
    standards_working_copy_save.sync_detailed(
        standard.id, client=client, body=StandardsWorkingCopySaveBody(markdown=MARKUP)
    )
)
published = done(
    standards_publish.sync_detailed(standard.id, client=client, body=StandardsPublishBody(summary="First issue"))
)
print(f"Published {published.name} {published.revision.code}")

project = done(projects_create.sync_detailed(client=client, body=ProjectsCreateBody(name="City Library")))
done(
    projects_standards_add.sync_detailed(
        project.id,
        client=client,
        body=ProjectsStandardsAddBody(action=ProjectsStandardsAddBodyAction.IMPORT, standard_id=standard.id),
    )
)

values = DatasheetsCreateBodyElementValues()
values["1.2"] = "1/4"
datasheet = done(
    datasheets_create.sync_detailed(
        client=client,
        body=DatasheetsCreateBody(
            project_id=project.id, standard_id=standard.id, name="Entrance doors", element_values=values
        ),
    )
)
print(f"Filled in {datasheet.name}: {datasheet.elements[0].user_value} {datasheet.elements[0].unit}")

done(
    projects_publish.sync_detailed(
        project.id, client=client, body=ProjectsPublishBody(revision_name="Issued for tender")
    )
)
export = done(projects_export.sync_detailed(project.id, client=client))
print(f"Exported {export.project.name}, revision {export.revision.code}: sha256 {export.certificate.content_sha256}")
